/** What was typed and drawn on a page that is not signed yet; a reload in the same tab finds it again. */
export type Typed = { signerName: string; signature: string; answers: Record<string, string> };

const NOTHING: Typed = { signerName: "", signature: "", answers: {} };

const nameOf = () => `leashline.sign.${window.location.pathname}`;

/** Of another version of the text all but the signature, which is given anew. */
export function readTyped(versionNumber: number): Typed {
  try {
    const { of = 0, ...typed } = JSON.parse(sessionStorage.getItem(nameOf()) ?? "{}") as Partial<Typed & { of: number }>;
    return { ...NOTHING, ...typed, ...(of !== versionNumber && { signature: "" }) };
  } catch {
    return NOTHING;
  }
}

export function keepTyped(versionNumber: number, typed: Typed): void {
  try {
    sessionStorage.setItem(nameOf(), JSON.stringify({ ...typed, of: versionNumber }));
  } catch {
    // A device that keeps nothing still signs.
  }
}

export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(nameOf());
  } catch {
    // As above.
  }
}
