<?php
// A client without other packages. It needs PHP 8.1 with openssl and curl.
// As a script it checks itself: php nani.php vectors.json

final class Nani
{
    public function __construct(
        private string $baseUrl,
        private string $apiKey,
        private string $secretKey,
        private string $payloadEncryptionKey,
    ) {}

    /** @return array{int, mixed} The status, and the decrypted answer. */
    public function call(string $method, string $path, mixed $request = null, string $prefer = ''): array
    {
        $timestamp = (string) time();
        $nonce = self::uuid();
        $key = $method === 'POST' ? self::uuid() : '';
        $iv = $request === null ? '' : base64_encode(random_bytes(12));
        $plaintext = json_encode($request, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
        $body = $request === null ? '' : $this->seal($iv, $plaintext);
        $target = rtrim(parse_url($this->baseUrl, PHP_URL_PATH) ?? '', '/') . $path;
        $text = self::canonical($method, $target, $timestamp, $nonce, $iv, $key, $prefer, $body);
        $headers = array_filter([
            'X-SVC-Key-Id' => $this->apiKey, 'X-SVC-Timestamp' => $timestamp, 'X-SVC-Nonce' => $nonce,
            'X-SVC-IV' => $iv, 'Idempotency-Key' => $key, 'Prefer' => $prefer,
            'Content-Type' => $body === '' ? '' : 'application/json', 'X-SVC-Signature' => $this->sign($text),
        ], fn ($value) => $value !== '');
        $answerIv = null;
        $curl = curl_init(rtrim($this->baseUrl, '/') . $path);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => array_map(fn ($name) => "$name: $headers[$name]", array_keys($headers)),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 30,
            CURLOPT_HEADERFUNCTION => function ($curl, $line) use (&$answerIv) {
                if (stripos($line, 'x-svc-iv:') === 0) $answerIv = trim(substr($line, 9));
                return strlen($line);
            },
        ] + ($body === '' ? [] : [CURLOPT_POSTFIELDS => $body]));
        $received = curl_exec($curl);
        if ($received === false) throw new RuntimeException(curl_error($curl));
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        return [$status, json_decode($this->open($nonce, $status, $answerIv, $received), true, 512, JSON_THROW_ON_ERROR)];
    }

    public static function canonical(string $method, string $target, string $timestamp, string $nonce, string $iv,
        string $key, string $prefer, string $body): string
    {
        $lines = ['SVC-HMAC-SHA256', $method, $target, $timestamp, $nonce, $iv, $key, $prefer, hash('sha256', $body)];
        return implode("\n", $lines);
    }

    public function sign(string $text): string
    {
        return hash_hmac('sha256', $text, self::bytes($this->secretKey));
    }

    /** Of a webhook: compare it with X-SVC-Webhook-Signature by hash_equals. */
    public function signWebhook(string $timestamp, string $body): string
    {
        return hash_hmac('sha256', "$timestamp.$body", self::bytes($this->payloadEncryptionKey));
    }

    public function seal(string $iv, string $plaintext): string
    {
        $key = self::bytes($this->payloadEncryptionKey);
        $text = openssl_encrypt($plaintext, 'aes-256-gcm', $key, OPENSSL_RAW_DATA, base64_decode($iv), $tag);
        return '{"payload":"' . base64_encode($text . $tag) . '"}';
    }

    public function open(string $nonce, int $status, ?string $iv, string $body): string
    {
        if ($iv === null) {
            if ($status < 400) throw new RuntimeException('An answer that is not encrypted is a forgery.');
            return $body;
        }
        $sealed = base64_decode(json_decode($body, true, 512, JSON_THROW_ON_ERROR)['payload'] ?? '', true);
        $ivBytes = base64_decode($iv, true);
        if ($sealed === false || $ivBytes === false || strlen($sealed) < 16 || strlen($ivBytes) !== 12)
            throw new RuntimeException('The answer is malformed.');
        $plain = openssl_decrypt(substr($sealed, 0, -16), 'aes-256-gcm', self::bytes($this->payloadEncryptionKey),
            OPENSSL_RAW_DATA, $ivBytes, substr($sealed, -16), "$nonce\n$status");
        return $plain === false ? throw new RuntimeException('The answer was changed.') : $plain;
    }

    private static function bytes(string $key): string
    {
        return base64_decode(strtr(explode('_', $key, 3)[2], '-_', '+/') . '=');
    }

    private static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}

if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    $vectors = json_decode(file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR);
    $nani = new Nani('http://127.0.0.1', '', $vectors['secret_key'], $vectors['payload_encryption_key']);
    $require = fn (bool $holds, string $name) => $holds || throw new RuntimeException($name);
    foreach ($vectors['requests'] as $r) {
        $body = $r['body_as_sent'] ?? '';
        $text = Nani::canonical($r['method'], $r['target'], $r['timestamp'], $r['nonce'], $r['iv'] ?? '',
            $r['idempotency_key'] ?? '', $r['prefer'] ?? '', $body);
        $require($text === $r['canonical'] && $nani->sign($text) === $r['signature'], $r['name']);
        if ($r['iv']) $require($nani->seal($r['iv'], $r['plaintext']) === $body, $r['name']);
    }
    foreach ($vectors['responses'] as $a)
        $require($nani->open($a['request_nonce'], $a['status'], $a['iv'], $a['body_as_sent']) === $a['plaintext'], $a['name']);
    foreach ($vectors['webhooks'] as $w)
        $require($nani->signWebhook($w['timestamp'], $w['body']) === $w['signature'], 'webhook');
    foreach ($vectors['must_be_rejected']['responses'] as $a) {
        try {
            $nani->open($a['request_nonce'], $a['status'], $a['iv'], $a['body_as_sent']);
        } catch (RuntimeException) {
            continue;
        }
        throw new RuntimeException($a['name']);
    }
    foreach ($vectors['must_be_rejected']['signatures'] as $s)
        $require($nani->sign($s['canonical']) !== $s['signature'], $s['name']);
    foreach ($vectors['must_be_rejected']['webhooks'] as $w)
        $require($nani->signWebhook($w['timestamp'], $w['body']) !== $w['signature'], $w['name']);
    echo "every vector agrees\n";
}
