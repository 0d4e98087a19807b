/** Whether this browser can hold and show passkeys in the form the server speaks. */
export const canPasskey = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

const asText = (credential: Credential | null): string | undefined =>
  credential instanceof PublicKeyCredential ? JSON.stringify(credential.toJSON()) : undefined;

/** Asks the device to make a passkey. Undefined when the person thought better of it. */
export const makePasskey = async (optionsJson: string): Promise<string | undefined> => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(optionsJson));
  return asText(await navigator.credentials.create({ publicKey }).catch(unlessGivenUp));
};

/** Asks the device to show one. Undefined when the person thought better of it. */
export const showPasskey = async (optionsJson: string): Promise<string | undefined> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(optionsJson));
  return asText(await navigator.credentials.get({ publicKey }).catch(unlessGivenUp));
};

const unlessGivenUp = (error: unknown): null => {
  if (error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError")) return null;
  throw error;
};
