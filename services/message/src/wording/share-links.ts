/** A link that says which agreement or form it is for: "{agreementLink:12:Boarding contract}". The title is for who writes; the id decides. */
const NAMED = /\{(agreementLink|intakeFormLink):(\d{1,18})(?::[^{}]*)?\}/g;

export type NamedLink = { placeholder: string; kind: "agreementLink" | "intakeFormLink"; id: string };

/** Those that texts speak of, each once. */
export function namedLinksIn(texts: readonly string[]): NamedLink[] {
  const found = texts.flatMap((text) => [...text.matchAll(NAMED)]);
  const byPlaceholder = new Map(
    found.map(([placeholder, kind, id = "0"]) => [placeholder, { placeholder, kind: kind as NamedLink["kind"], id }]),
  );
  return [...byPlaceholder.values()];
}

/** Each with its address. One that leads nowhere is taken out. */
export const fillNamed = (text: string, addressOf: (link: string, kind: NamedLink["kind"]) => string): string =>
  text.replace(NAMED, (placeholder, kind: NamedLink["kind"]) => addressOf(placeholder, kind));

/** The links of texts that ask a client to sign one agreement. */
export const namedSigningLinksIn = (texts: readonly string[]): string[] =>
  namedLinksIn(texts).flatMap(({ kind, placeholder }) => (kind === "agreementLink" ? [placeholder] : []));

/** The links of texts that are another one for each client, as they stand there. */
export const signingLinksIn = (texts: readonly string[]): string[] => [
  ...(texts.some((text) => text.includes("{agreementLink}")) ? ["{agreementLink}"] : []),
  ...namedSigningLinksIn(texts),
];
