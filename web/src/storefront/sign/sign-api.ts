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
  signed?: boolean;
  signedTime?: string;
  signerName?: string;
  signature?: string;
  clientName?: string;
  alsoWaiting?: { agreementHeader?: string; token: string }[];
};
export type Signing = { signature: string; signerName: string; inputs: { label: string; value: string }[]; versionNumber: number };

/** What went wrong, in words for people, and which field it is about. */
export class Refused extends Error {
  readonly field: string;

  constructor(message: string, field = "") {
    super(message);
    this.field = field;
  }
}

type Problem = { message?: string; details?: { debug?: { fieldViolations?: { field?: string }[] } }[] };

const OFFLINE = "No connection. Please check your internet, then try again.";

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
  const { message, details } = said as Problem;
  const field = details?.map(({ debug }) => debug?.fieldViolations?.[0]?.field ?? "").find(Boolean);
  throw new Refused(message || "Something went wrong. Please try again.", field);
}

type Answer = { agreement: Linked };

export const openLink = async (token: string): Promise<Linked> => (await call<Answer>("OpenLinkedAgreement", { token })).agreement;

export const signLink = async (token: string, signing: Signing): Promise<Linked> =>
  (await call<Answer>("SignLinkedAgreement", { token, ...signing })).agreement;
