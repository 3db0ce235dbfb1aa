import base64, hashlib, hmac, json, os, sys, time, urllib.error, urllib.parse, urllib.request, uuid
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def key_bytes(key):
    return base64.urlsafe_b64decode(key.split("_", 2)[2] + "=")


def canonical(method, target, timestamp, nonce, iv, idempotency_key, prefer, body):
    return "\n".join(["SVC-HMAC-SHA256", method, target, timestamp, nonce, iv, idempotency_key, prefer,
                      hashlib.sha256(body).hexdigest()])


def sign(secret_key, text):
    return hmac.new(key_bytes(secret_key), text.encode(), hashlib.sha256).hexdigest()


def encrypt(payload_key, iv, plaintext):
    sealed = AESGCM(key_bytes(payload_key)).encrypt(iv, plaintext, None)
    return b'{"payload":"' + base64.b64encode(sealed) + b'"}'


def open_answer(payload_key, nonce, status, iv, body):
    if iv is None:
        if status < 400:
            raise ValueError("an answer that is not encrypted is a forgery")
        return json.loads(body)
    iv, sealed = base64.b64decode(iv), base64.b64decode(json.loads(body)["payload"], validate=True)
    if len(iv) != 12 or len(sealed) < 16:
        raise InvalidTag
    return json.loads(AESGCM(key_bytes(payload_key)).decrypt(iv, sealed, f"{nonce}\n{status}".encode()))


def call(credentials, method, path, request=None, prefer=""):
    timestamp, nonce = str(int(time.time())), str(uuid.uuid4())
    idempotency_key = str(uuid.uuid4()) if method == "POST" else ""
    body, iv = b"", ""
    headers = {"X-SVC-Key-Id": credentials["api_key"], "X-SVC-Timestamp": timestamp, "X-SVC-Nonce": nonce}
    if request is not None:
        iv_bytes = os.urandom(12)
        iv = base64.b64encode(iv_bytes).decode()
        body = encrypt(credentials["payload_encryption_key"], iv_bytes, json.dumps(request).encode())
        headers |= {"X-SVC-IV": iv, "Content-Type": "application/json"}
    headers |= {"Idempotency-Key": idempotency_key} if idempotency_key else {}
    headers |= {"Prefer": prefer} if prefer else {}
    # What is signed is the whole target, so a path in base_url counts.
    target = urllib.parse.urlsplit(credentials["base_url"]).path.rstrip("/") + path
    text = canonical(method, target, timestamp, nonce, iv, idempotency_key, prefer, body)
    headers["X-SVC-Signature"] = sign(credentials["secret_key"], text)
    url = urllib.parse.urljoin(credentials["base_url"], target)
    sent = urllib.request.Request(url, body if request is not None else None, headers, method=method)
    try:
        answer = urllib.request.urlopen(sent, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    return answer.status, open_answer(
        credentials["payload_encryption_key"], nonce, answer.status, answer.headers["X-SVC-IV"], answer.read())


def check(vectors):
    sk, pek = vectors["secret_key"], vectors["payload_encryption_key"]
    for r in vectors["requests"]:
        body = (r["body_as_sent"] or "").encode()
        text = canonical(r["method"], r["target"], r["timestamp"], r["nonce"], r["iv"] or "",
                         r["idempotency_key"] or "", r["prefer"] or "", body)
        assert text == r["canonical"] and sign(sk, text) == r["signature"], r["name"]
        if r["iv"]:
            assert encrypt(pek, base64.b64decode(r["iv"]), r["plaintext"].encode()) == body, r["name"]
    for a in vectors["responses"]:
        opened = open_answer(pek, a["request_nonce"], a["status"], a["iv"], a["body_as_sent"])
        assert opened == json.loads(a["plaintext"]), a["name"]
    for w in vectors["webhooks"]:
        assert sign(pek, f"{w['timestamp']}.{w['body']}") == w["signature"]
    for a in vectors["must_be_rejected"]["responses"]:
        try:
            open_answer(pek, a["request_nonce"], a["status"], a["iv"], a["body_as_sent"])
        except InvalidTag:
            continue
        raise AssertionError(a["name"])
    for s in vectors["must_be_rejected"]["signatures"]:
        assert sign(sk, s["canonical"]) != s["signature"], s["name"]
    for w in vectors["must_be_rejected"]["webhooks"]:
        assert sign(pek, f"{w['timestamp']}.{w['body']}") != w["signature"], w["name"]
    print("every vector agrees")


if __name__ == "__main__":
    if sys.argv[1].endswith("vectors.json"):
        check(json.load(open(sys.argv[1])))
    else:
        demo = json.load(open(sys.argv[1]))["sandbox"]
        print(*call(demo, "POST", "/v1/kyc/validations", {
            "identifier": {"type": "svc_id", "value": "COD-0000-0000-0001"}, "purpose": "customer_onboarding"}))
