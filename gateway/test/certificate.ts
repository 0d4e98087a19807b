// A certificate for localhost that signs itself, made for one test: Node has keys and signatures, but nothing that writes certificates.
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One value of DER: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const hex = content.length.toString(16);
  const length = Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content]);
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const localhost = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from("localhost")))));
const alsoCalled = sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])));
const extensions = der(0xa3, sequence(sequence(oid("551d11"), der(0x04, alsoCalled))));

export type Certificate = { cert: string; key: string; pem: string };

/** Files as `LEASHLINE_TLS_CERT` and `LEASHLINE_TLS_KEY` name them, and the certificate itself, for whoever trusts it. */
export function selfSigned(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const day = 86_400_000;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    localhost,
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day))),
    localhost,
    publicKey.export({ type: "spki", format: "der" }),
    extensions,
  );
  const signed = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign("sha256", body, privateKey)));
  const pem = `-----BEGIN CERTIFICATE-----\n${signed.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
  const folder = mkdtempSync(join(process.env.LEASHLINE_TEST_FOLDER || tmpdir(), "tls-"));
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(cert, pem);
  writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  return { cert, key, pem };
}
