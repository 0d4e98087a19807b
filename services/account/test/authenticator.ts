import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

const sha256 = (bytes: string | Buffer): Buffer => createHash("sha256").update(bytes).digest();
const url64 = (bytes: Buffer): string => bytes.toString("base64url");

type Options = { challenge: string; rpId?: string; rp?: { id: string }; user?: { id: string } };
type Quirks = { origin?: string; challenge?: string; verified?: boolean; counter?: number; type?: string; userHandle?: string };

/**
 * A phone's authenticator as far as WebAuthn goes: a P-256 key per passkey, signatures over what the site asks, a counter.
 * Quirks make it lie.
 */
export class Authenticator {
  readonly origin: string;
  readonly credentialId = randomBytes(32);
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject };
  #counter = 0;
  #userHandle = "";

  constructor(origin: string) {
    this.origin = origin;
    this.#keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  /** What navigator.credentials.create answers, as JSON. */
  create(optionsJson: string, quirks: Quirks = {}): string {
    const options = JSON.parse(optionsJson) as Options;
    this.#userHandle = options.user?.id ?? "";
    const jwk = this.#keys.publicKey.export({ format: "jwk" });
    const [x, y] = [Buffer.from(jwk.x as string, "base64url"), Buffer.from(jwk.y as string, "base64url")];
    const coseKey = Buffer.concat([Buffer.from("a5010203262001215820", "hex"), x, Buffer.from("225820", "hex"), y]);
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.credentialId, coseKey]);
    const authData = Buffer.concat([this.#head(options.rp?.id ?? "", 0x40, quirks), attested]);
    // {"fmt": "none", "attStmt": {}, "authData": bytes} in CBOR.
    const length = Buffer.alloc(2);
    length.writeUInt16BE(authData.length);
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
      Buffer.from([0x59]),
      length,
      authData,
    ]);
    return this.#credential({
      clientDataJSON: url64(this.#clientData("webauthn.create", options, quirks)),
      attestationObject: url64(attestation),
      transports: ["internal"],
    });
  }

  /** What navigator.credentials.get answers, as JSON. */
  get(optionsJson: string, quirks: Quirks = {}): string {
    const options = JSON.parse(optionsJson) as Options;
    this.#counter = quirks.counter ?? this.#counter + 1;
    const authData = this.#head(options.rpId ?? "", 0, quirks);
    const clientData = this.#clientData("webauthn.get", options, quirks);
    const signature = createSign("sha256")
      .update(Buffer.concat([authData, sha256(clientData)]))
      .sign(this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: url64(clientData),
      authenticatorData: url64(authData),
      signature: url64(signature),
      userHandle: quirks.userHandle ?? this.#userHandle,
    });
  }

  #head(rpId: string, flags: number, { verified = true }: Quirks): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([0x01 | (verified ? 0x04 : 0) | flags]), counter]);
  }

  #clientData(type: string, options: Options, quirks: Quirks): Buffer {
    const said = { type: quirks.type ?? type, challenge: quirks.challenge ?? options.challenge, origin: quirks.origin ?? this.origin };
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }));
  }

  #credential(response: object): string {
    const id = url64(this.credentialId);
    return JSON.stringify({ id, rawId: id, type: "public-key", response, clientExtensionResults: {} });
  }
}
