import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** A client without other packages, for Java 17. Requests and answers are texts of JSON. */
public final class Nani {
    public record Answer(int status, String body) {}

    private static final Pattern PAYLOAD = Pattern.compile("\"payload\"\\s*:\\s*\"([A-Za-z0-9+/=]+)\"");
    private final HttpClient http = HttpClient.newHttpClient();
    private final SecureRandom random = new SecureRandom();
    private final String baseUrl;
    private final String apiKey;
    private final byte[] secretKey;
    private final byte[] payloadKey;

    public Nani(String baseUrl, String apiKey, String secretKey, String payloadEncryptionKey) {
        this.baseUrl = baseUrl.replaceAll("/$", "");
        this.apiKey = apiKey;
        this.secretKey = bytes(secretKey);
        this.payloadKey = bytes(payloadEncryptionKey);
    }

    /** {@code request} is null without a body. The answer is decrypted. */
    public Answer call(String method, String path, String request)
            throws IOException, InterruptedException, GeneralSecurityException {
        return call(method, path, request, "");
    }

    public Answer call(String method, String path, String request, String prefer)
            throws IOException, InterruptedException, GeneralSecurityException {
        String timestamp = Long.toString(System.currentTimeMillis() / 1000);
        String nonce = UUID.randomUUID().toString();
        String key = method.equals("POST") ? UUID.randomUUID().toString() : "";
        byte[] ivBytes = new byte[12];
        random.nextBytes(ivBytes);
        String iv = request == null ? "" : Base64.getEncoder().encodeToString(ivBytes);
        String body = request == null ? "" : seal(iv, request);
        URI address = URI.create(baseUrl + path);
        String target = address.getRawPath() + (address.getRawQuery() == null ? "" : "?" + address.getRawQuery());
        String text = canonical(method, target, timestamp, nonce, iv, key, prefer, body);
        HttpRequest.Builder sent = HttpRequest.newBuilder(address)
            .timeout(Duration.ofSeconds(30))
            .method(method, body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
            .header("X-SVC-Key-Id", apiKey).header("X-SVC-Timestamp", timestamp).header("X-SVC-Nonce", nonce)
            .header("X-SVC-Signature", sign(text));
        if (!iv.isEmpty()) sent.header("X-SVC-IV", iv).header("Content-Type", "application/json");
        if (!key.isEmpty()) sent.header("Idempotency-Key", key);
        if (!prefer.isEmpty()) sent.header("Prefer", prefer);
        HttpResponse<String> answer = http.send(sent.build(), HttpResponse.BodyHandlers.ofString());
        int status = answer.statusCode();
        String answerIv = answer.headers().firstValue("X-SVC-IV").orElse(null);
        return new Answer(status, open(nonce, status, answerIv, answer.body()));
    }

    public static String canonical(String method, String target, String timestamp, String nonce, String iv,
            String key, String prefer, String body) throws GeneralSecurityException {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
        return String.join("\n", "SVC-HMAC-SHA256", method, target, timestamp, nonce, iv, key, prefer,
            HexFormat.of().formatHex(hash));
    }

    public String sign(String text) throws GeneralSecurityException {
        return hmac(secretKey, text);
    }

    /** Of a webhook: compare it with X-SVC-Webhook-Signature by MessageDigest.isEqual. */
    public String signWebhook(String timestamp, String body) throws GeneralSecurityException {
        return hmac(payloadKey, timestamp + "." + body);
    }

    public String seal(String iv, String plaintext) throws GeneralSecurityException {
        Cipher cipher = cipher(Cipher.ENCRYPT_MODE, Base64.getDecoder().decode(iv));
        byte[] sealed = cipher.doFinal(plaintext.getBytes(StandardCharsets.UTF_8));
        return "{\"payload\":\"" + Base64.getEncoder().encodeToString(sealed) + "\"}";
    }

    public String open(String nonce, int status, String iv, String body) throws GeneralSecurityException {
        if (iv == null && status < 400) throw new GeneralSecurityException("An answer that is not encrypted is a forgery.");
        if (iv == null) return body;
        var payload = PAYLOAD.matcher(body);
        byte[] ivBytes = Base64.getDecoder().decode(iv);
        if (!payload.find() || ivBytes.length != 12) throw new GeneralSecurityException("The answer is malformed.");
        Cipher cipher = cipher(Cipher.DECRYPT_MODE, ivBytes);
        cipher.updateAAD((nonce + "\n" + status).getBytes(StandardCharsets.UTF_8));
        return new String(cipher.doFinal(Base64.getDecoder().decode(payload.group(1))), StandardCharsets.UTF_8);
    }

    private Cipher cipher(int mode, byte[] iv) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(payloadKey, "AES"), new GCMParameterSpec(128, iv));
        return cipher;
    }

    private static String hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] bytes(String key) {
        return Base64.getUrlDecoder().decode(key.split("_", 3)[2]);
    }
}
