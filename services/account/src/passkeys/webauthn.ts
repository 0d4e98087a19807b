import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

/** Whose site the passkeys are for: the address people open. A passkey of another site never answers. */
export type Site = { id: string; origin: string };
export const siteOf = (publicUrl: string): Site => {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
};

// Loaded when the first passkey is made or used: it is large, and most processes never need it.
const library = () => import("@simplewebauthn/server");

/** ES256, RS256 and EdDSA: what devices make today. */
const supportedAlgorithmIDs = [-7, -257, -8];

type Person = { accountId: string; email: string; name: string };
type Known = { credentialId: Buffer; transports: string[] };
export async function registrationOptions(site: Site, person: Person, known: readonly Known[], challenge: Buffer): Promise<string> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpID: site.id,
    rpName: "Leashline",
    userID: new Uint8Array(handleOf(person.accountId)),
    userName: person.email,
    userDisplayName: person.name,
    challenge: new Uint8Array(challenge),
    attestationType: "none",
    supportedAlgorithmIDs,
    excludeCredentials: known.map((k) => ({ id: k.credentialId.toString("base64url"), transports: k.transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return JSON.stringify(options);
}

export async function signInOptions(site: Site, challenge: Buffer): Promise<string> {
  const { generateAuthenticationOptions } = await library();
  return JSON.stringify(
    await generateAuthenticationOptions({ rpID: site.id, challenge: new Uint8Array(challenge), userVerification: "required" }),
  );
}

/** What the device calls the account; people with several accounts choose by it. */
export const handleOf = (accountId: string): Buffer => Buffer.from(`leashline:${accountId}`);

export type Registered = { credentialId: Buffer; publicKey: Buffer; signCount: number; transports: string[]; backedUp: boolean };
/** Null for anything that is not a passkey of this site made for the challenge. */
export async function registered(site: Site, credential: object, challenge: string): Promise<Registered | null> {
  const { verifyRegistrationResponse } = await library();
  const response = credential as RegistrationResponseJSON;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  const transports = (response.response.transports ?? []).filter((way) => typeof way === "string" && way.length <= 20).slice(0, 10);
  return {
    credentialId: Buffer.from(id, "base64url"),
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports,
    backedUp: registrationInfo.credentialBackedUp,
  };
}

type Stored = { credentialId: Buffer; publicKey: Buffer; signCount: string; accountId: string };
export type Used = { signCount: number; backedUp: boolean };
/** Null for a signature that is not this passkey's, over this challenge, for this site, by a person the device has checked. */
export async function used(site: Site, credential: object, challenge: string, passkey: Stored): Promise<Used | null> {
  const { verifyAuthenticationResponse } = await library();
  const response = credential as AuthenticationResponseJSON;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId.toString("base64url"),
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.signCount),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  const handle = response.response.userHandle;
  const isTheirs = handle === undefined || Buffer.from(handle, "base64url").equals(handleOf(passkey.accountId));
  if (!verified || !authenticationInfo || !isTheirs) return null;
  return { signCount: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
}

type Answer = { id: string; challenge: string; credential: object };
/** The credential a browser sent, with the challenge it says it signed; null when it is none. */
export function answerOf(text: string): Answer | null {
  try {
    const credential = JSON.parse(text) as { id?: unknown; response?: { clientDataJSON?: unknown; userHandle?: unknown } };
    const { id, response } = credential;
    if (typeof id !== "string" || typeof response?.clientDataJSON !== "string") return null;
    if (response.userHandle !== undefined && typeof response.userHandle !== "string") return null;
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString()) as { challenge?: unknown };
    return typeof challenge === "string" ? { id, challenge, credential } : null;
  } catch {
    return null;
  }
}
