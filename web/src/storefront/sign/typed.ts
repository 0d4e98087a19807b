/** What was typed and drawn on a page that is not signed yet; a reload in the same tab finds it again. */
export type Typed = { signerName: string; signature: string; answers: Record<string, string> };

const NOTHING: Typed = { signerName: "", signature: "", answers: {} };

/** Of one version of one agreement's page: another text is signed anew. */
const nameOf = (versionNumber: number) => `leashline.sign.${versionNumber}.${window.location.pathname}`;

export function readTyped(versionNumber: number): Typed {
  try {
    return { ...NOTHING, ...(JSON.parse(sessionStorage.getItem(nameOf(versionNumber)) ?? "{}") as Partial<Typed>) };
  } catch {
    return NOTHING;
  }
}

export function keepTyped(versionNumber: number, typed: Typed): void {
  try {
    sessionStorage.setItem(nameOf(versionNumber), JSON.stringify(typed));
  } catch {
    // A device that keeps nothing still signs.
  }
}

export function forgetTyped(versionNumber: number): void {
  try {
    sessionStorage.removeItem(nameOf(versionNumber));
  } catch {
    // As above.
  }
}
