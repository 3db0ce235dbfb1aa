import type { Call } from './signed-call.ts'

const phpText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export const php = ({ origin, method, target, body }: Call): string => `<?php
$keyBytes = fn(string $name) => base64_decode(strtr(explode('_', getenv($name), 3)[2], '-_', '+/'));
$plain = ${phpText(body)};
$iv = random_bytes(12);
$sealed = openssl_encrypt($plain, 'aes-256-gcm', $keyBytes('NANI_PAYLOAD_ENCRYPTION_KEY'), OPENSSL_RAW_DATA, $iv, $tag);
$body = $plain === '' ? '' : json_encode(['payload' => base64_encode($sealed . $tag)], JSON_UNESCAPED_SLASHES);
$timestamp = (string) time();
$uuid = fn() => preg_replace('/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/', '$1-$2-4$3-a$4-$5', bin2hex(random_bytes(16)));
$nonce = $uuid();
$idempotencyKey = ${method === 'POST' ? '$uuid()' : "''"};
$ivText = $body === '' ? '' : base64_encode($iv);
$canonical = implode("\\n", ['SVC-HMAC-SHA256', '${method}', ${phpText(target)}, $timestamp, $nonce, $ivText,
    $idempotencyKey, '', hash('sha256', $body)]);
$headers = [
    'X-SVC-Key-Id: ' . getenv('NANI_API_KEY'),
    'X-SVC-Timestamp: ' . $timestamp,
    'X-SVC-Nonce: ' . $nonce,
    'X-SVC-Signature: ' . hash_hmac('sha256', $canonical, $keyBytes('NANI_SECRET_KEY')),
];
if ($body !== '') array_push($headers, 'X-SVC-IV: ' . $ivText, 'Content-Type: application/json');
if ($idempotencyKey !== '') $headers[] = 'Idempotency-Key: ' . $idempotencyKey;
$call = curl_init(${phpText(origin + target)});
curl_setopt_array($call, [CURLOPT_CUSTOMREQUEST => '${method}', CURLOPT_HTTPHEADER => $headers, CURLOPT_RETURNTRANSFER => true]
    + ($body === '' ? [] : [CURLOPT_POSTFIELDS => $body]));
echo curl_exec($call);
`

export const java = ({ origin, method, target, body }: Call): string => `import java.net.URI;
import java.net.http.*;
import java.security.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

public class NaniCall {
  static byte[] keyBytes(String name) {
    return Base64.getUrlDecoder().decode(System.getenv(name).split("_", 3)[2]);
  }

  public static void main(String[] arguments) throws Exception {
    var plain = ${JSON.stringify(body)};
    var iv = new byte[12];
    new SecureRandom().nextBytes(iv);
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(keyBytes("NANI_PAYLOAD_ENCRYPTION_KEY"), "AES"), new GCMParameterSpec(128, iv));
    var sealed = Base64.getEncoder().encodeToString(cipher.doFinal(plain.getBytes("UTF-8")));
    var body = plain.isEmpty() ? "" : "{\\"payload\\":\\"" + sealed + "\\"}";
    var timestamp = String.valueOf(System.currentTimeMillis() / 1000);
    var nonce = UUID.randomUUID().toString();
    var idempotencyKey = ${method === 'POST' ? 'UUID.randomUUID().toString()' : '""'};
    var ivText = body.isEmpty() ? "" : Base64.getEncoder().encodeToString(iv);
    var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body.getBytes("UTF-8")));
    var canonical = String.join("\\n", "SVC-HMAC-SHA256", "${method}", ${JSON.stringify(target)}, timestamp, nonce, ivText, idempotencyKey, "", hash);
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(keyBytes("NANI_SECRET_KEY"), "HmacSHA256"));
    var signature = HexFormat.of().formatHex(mac.doFinal(canonical.getBytes("UTF-8")));
    var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(origin + target)}))
        .method("${method}", HttpRequest.BodyPublishers.ofString(body))
        .header("X-SVC-Key-Id", System.getenv("NANI_API_KEY"))
        .header("X-SVC-Timestamp", timestamp)
        .header("X-SVC-Nonce", nonce)
        .header("X-SVC-Signature", signature);
    if (!body.isEmpty()) request.header("X-SVC-IV", ivText).header("Content-Type", "application/json");
    if (!idempotencyKey.isEmpty()) request.header("Idempotency-Key", idempotencyKey);
    var answer = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.statusCode() + " " + answer.body());
  }
}
`
