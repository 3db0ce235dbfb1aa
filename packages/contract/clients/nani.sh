# A client for the shell: curl sends, openssl signs, and node encrypts, because the openssl command has no GCM.
# In a shell:  . nani.sh && nani POST /v1/kyc/validations '{"identifier":{…},"purpose":"customer_onboarding"}'
# It reads the variables base_url, api_key, secret_key and payload_encryption_key. For trials: openssl shows the key in
# the list of processes.

nani_key_hex() { printf '%s=' "${1#*_*_}" | tr -- '-_' '+/' | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n'; }

# The signature of a canonical string on standard input.
nani_sign() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(nani_key_hex "$secret_key")" -r | cut -d' ' -f1; }

# nani_seal IV < PLAINTEXT: the body to send.
nani_seal() {
  key=$(nani_key_hex "$payload_encryption_key") iv=$1 node -e '
    const { createCipheriv } = require("node:crypto"), { env } = process
    const cipher = createCipheriv("aes-256-gcm", Buffer.from(env.key, "hex"), Buffer.from(env.iv, "base64"))
    const text = Buffer.concat([cipher.update(require("node:fs").readFileSync(0)), cipher.final(), cipher.getAuthTag()])
    process.stdout.write(JSON.stringify({ payload: text.toString("base64") }))'
}

# nani_open NONCE STATUS IV < BODY: the answer, or an error when it was changed.
nani_open() {
  key=$(nani_key_hex "$payload_encryption_key") nonce=$1 status=$2 iv=$3 node -e '
    const { createDecipheriv } = require("node:crypto"), { env } = process
    const body = require("node:fs").readFileSync(0, "utf8")
    if (!env.iv && env.status < 400) throw new Error("an answer that is not encrypted is a forgery")
    if (!env.iv) { process.stdout.write(body); process.exit() }
    const sealed = Buffer.from(JSON.parse(body).payload, "base64")
    if (sealed.length < 16) throw new Error("the answer is too short")
    const key = Buffer.from(env.key, "hex")
    const cipher = createDecipheriv("aes-256-gcm", key, Buffer.from(env.iv, "base64"), { authTagLength: 16 })
    cipher.setAAD(Buffer.from(env.nonce + "\n" + env.status)).setAuthTag(sealed.subarray(-16))
    process.stdout.write(Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]))'
}

# nani METHOD TARGET [BODY] [PREFER]
nani() {
  local method=$1 target=$2 plaintext=${3-} prefer=${4-} iv='' key='' sent='' nonce timestamp signature answer head base prefix
  base=${base_url%/}
  # What is signed is the whole target, so a path in base_url counts.
  prefix=${base#*://}
  case $prefix in */*) prefix=/${prefix#*/} ;; *) prefix='' ;; esac
  timestamp=$(date +%s)
  nonce=$(node -p 'crypto.randomUUID()')
  set -- --header "X-SVC-Key-Id: $api_key" --header "X-SVC-Timestamp: $timestamp" --header "X-SVC-Nonce: $nonce"
  [ "$method" = GET ] || key=$(node -p 'crypto.randomUUID()')
  [ -z "$key" ] || set -- "$@" --header "Idempotency-Key: $key"
  [ -z "$prefer" ] || set -- "$@" --header "Prefer: $prefer"
  if [ -n "$plaintext" ]; then
    iv=$(openssl rand -base64 12)
    sent=$(printf '%s' "$plaintext" | nani_seal "$iv")
    set -- "$@" --header "X-SVC-IV: $iv" --header 'Content-Type: application/json' --header 'Expect:' --data-binary @-
  fi
  signature=$(printf 'SVC-HMAC-SHA256\n%s\n%s\n%s\n%s\n%s\n%s\n%s\n%s' "$method" "$prefix$target" "$timestamp" "$nonce" "$iv" \
    "$key" "$prefer" "$(printf '%s' "$sent" | openssl dgst -sha256 -r | cut -d' ' -f1)" | nani_sign)
  head=$(mktemp)
  # The body is on standard input: an argument has at most 128 KiB.
  answer=$(printf '%s' "$sent" | curl --silent --show-error --request "$method" --dump-header "$head" "$@" \
    --header "X-SVC-Signature: $signature" "$base$target")
  # A proxy or an interim answer adds a head of its own before the last one.
  printf '%s' "$answer" | nani_open "$nonce" "$(awk '/^HTTP\//{status=$2} END{print status}' "$head")" \
    "$(tr -d '\r' < "$head" | awk '/^HTTP\//{iv=""} tolower($1)=="x-svc-iv:"{iv=$2} END{print iv}')"
  echo
  rm -f "$head"
}
