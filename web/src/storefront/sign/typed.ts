/** What was typed and drawn on a page that is not signed yet; a reload in the same tab finds it again. */
export type Typed = { signerName: string; signature: string; answers: Record<string, string> };

const NOTHING: Typed = { signerName: "", signature: "", answers: {} };

/** Where it is kept, for the text that is read: of another text all but the signature, which is given anew. */
export type Keeping = { read: () => Typed; keep: (typed: Typed) => void };

export const typedFor = (typed: Partial<Typed & { of: string }>, of: string): Typed => {
  const { of: was, ...found } = typed;
  return { ...NOTHING, ...found, ...(was !== of && { signature: "" }) };
};

const nameOf = () => `leashline.sign.${window.location.pathname}`;

/** In the tab, by the page. */
export const keptByPage = (contentHash: string): Keeping => ({
  read: () => {
    try {
      return typedFor(JSON.parse(sessionStorage.getItem(nameOf()) ?? "{}"), contentHash);
    } catch {
      return NOTHING;
    }
  },
  keep: (typed) => {
    try {
      sessionStorage.setItem(nameOf(), JSON.stringify({ ...typed, of: contentHash }));
    } catch {
      // A device that keeps nothing still signs.
    }
  },
});

export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(nameOf());
  } catch {
    // As above.
  }
}
