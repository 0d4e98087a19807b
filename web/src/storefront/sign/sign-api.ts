// The page speaks plain JSON with the service: the generated client would weigh more than the page.

export type Input = { label: string; required?: boolean; value?: string };
export type Linked = {
  businessName?: string;
  businessPhone?: string;
  dialNumber?: string;
  timezoneName?: string;
  agreementHeader?: string;
  agreementContent?: string;
  inputs?: Input[];
  versionNumber?: number;
  contentHash?: string;
  signed?: boolean;
  signedTime?: string;
  signerName?: string;
  signature?: string;
  clientName?: string;
  alsoWaiting?: { agreementHeader?: string; token: string }[];
};
export type Signing = {
  signature: string;
  signerName: string;
  inputs: { label: string; value: string }[];
  versionNumber: number;
  contentHash: string;
};

/** What went wrong, in words for people, and which field it is about. */
export class Refused extends Error {
  readonly field: string;

  constructor(message: string, field = "") {
    super(message);
    this.field = field;
  }
}

type Violation = { field?: string; description?: string };
type Problem = { message?: string; details?: { debug?: { fieldViolations?: Violation[]; metadata?: { code?: string } } }[] };

const OFFLINE = "No connection. Please check your internet, then try again.";

/** Of a field that is wrong, as the catalogue's "params error" says, the reason is what people are told. */
const PARAMS = "400";

/** What the service answered instead, in words for people. */
export function refusedWith({ message, details = [] }: Problem): Refused {
  const { field = "", description = "" } = details.flatMap(({ debug }) => debug?.fieldViolations ?? [])[0] ?? {};
  const said =
    details.some(({ debug }) => debug?.metadata?.code === PARAMS) && description
      ? description.charAt(0).toUpperCase() + description.slice(1)
      : message;
  return new Refused(said || "Something went wrong. Please try again.", field);
}

async function call<T>(method: string, body: object): Promise<T> {
  const answer = await fetch(`/leashline.customer.v1.AgreementLinkService/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "connect-protocol-version": "1" },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Refused(OFFLINE);
  });
  const said: unknown = await answer.json().catch(() => ({}));
  if (answer.ok) return said as T;
  throw refusedWith(said as Problem);
}

type Answer = { agreement: Linked };

export const openLink = async (token: string): Promise<Linked> => (await call<Answer>("OpenLinkedAgreement", { token })).agreement;

export const signLink = async (token: string, signing: Signing): Promise<Linked> =>
  (await call<Answer>("SignLinkedAgreement", { token, ...signing })).agreement;
