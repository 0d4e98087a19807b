import { useEffect, useState } from "react";
import { safeText } from "../../ui/format/safe-text.ts";
import { Drawing } from "./Pad.tsx";
import { SignForm } from "./SignForm.tsx";
import "./sign.css";
import { type Linked, openLink, Refused, type Signing, signLink } from "./sign-api.ts";
import { forgetTyped } from "./typed.ts";

const PATH = "/agreement/sign/";
/** The token may hold slashes. */
const tokenHere = (): string => decodeURIComponent(window.location.pathname.slice(PATH.length)).replace(/\/+$/, "");

type State = { agreement?: Linked; error?: string; justSigned?: boolean; changed?: boolean };

/** Signs. Where another page of the same link was first, that one's signature is shown; where the text is another one by now, that text. */
const signed = async (token: string, signing: Signing): Promise<State> => {
  try {
    const agreement = await signLink(token, signing);
    forgetTyped();
    return { agreement, justSigned: true };
  } catch (error) {
    const agreement = await openLink(token).catch(() => undefined);
    if (agreement?.signed) return { agreement };
    if (agreement && agreement.contentHash !== signing.contentHash) return { agreement, changed: true };
    throw error;
  }
};

/** /agreement/sign/{encodeId}: where a client reads and signs what a link in a message leads to. */
const SignPage = () => {
  const [state, setState] = useState<State>({});
  const token = tokenHere();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens the link anew
  useEffect(() => {
    let left = false;
    const show = (next: State) => !left && setState(next);
    // After StrictMode's rehearsal, which would be a second opening.
    queueMicrotask(() => {
      if (left) return;
      openLink(token).then(
        (agreement) => show({ agreement }),
        (error: unknown) => show({ error: error instanceof Refused ? error.message : "Something went wrong. Please try again." }),
      );
    });
    return () => {
      left = true;
    };
  }, [token, tries]);
  const retry = () => {
    setState({});
    setTries(tries + 1);
  };
  const { agreement, error, justSigned = false, changed = false } = state;
  return (
    <div className="sign">
      <header>
        <p className="shop">{agreement?.businessName ?? " "}</p>
        {agreement?.businessPhone && (
          <a href={`tel:${agreement.dialNumber || agreement.businessPhone.replaceAll(/[^\d+]/g, "")}`}>{agreement.businessPhone}</a>
        )}
      </header>
      <main>
        {error && <Problem error={error} onRetry={retry} />}
        {!agreement && !error && <div className="wait" role="status" aria-label="Loading" />}
        {changed && (
          <p className="box" role="alert">
            The text has changed since you opened it. Please read it again, then sign.
          </p>
        )}
        {agreement && !agreement.signed && (
          <SignForm
            key={agreement.contentHash}
            agreement={agreement}
            onSign={async (signing) => {
              setState(await signed(token, signing));
              window.scrollTo(0, 0);
            }}
          />
        )}
        {agreement?.signed && <Signed agreement={agreement} justSigned={justSigned} />}
      </main>
    </div>
  );
};

const Problem = ({ error, onRetry }: { error: string; onRetry: () => void }) => (
  <div role="alert">
    <h1>This cannot be signed here</h1>
    <p>{error}</p>
    <button type="button" className="main" onClick={onRetry}>
      Try again
    </button>
  </div>
);

const timeOf = ({ signedTime = "", timezoneName = "UTC" }: Linked): string =>
  signedTime &&
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: timezoneName }).format(new Date(signedTime));

const Signed = ({ agreement, justSigned }: { agreement: Linked; justSigned: boolean }) => {
  const { agreementHeader, agreementContent = "", signerName, signature, inputs = [], alsoWaiting = [] } = agreement;
  return (
    <>
      <div role="status" className="box good">
        <h1>{justSigned ? "Thank you!" : "This is signed"}</h1>
        <p>
          {agreementHeader}: signed{signerName && ` by ${signerName}`}, {timeOf(agreement)}.
        </p>
      </div>
      {alsoWaiting.length > 0 && (
        <>
          <h2>Also to sign</h2>
          <ul className="beside">
            {alsoWaiting.map((one) => (
              <li key={one.token}>
                <a className="main" href={`${PATH}${one.token}`}>
                  {one.agreementHeader}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>What was signed</summary>
        <h2>{agreementHeader}</h2>
        <div className="text">{safeText(agreementContent)}</div>
        {inputs.map(({ label, value }) => (
          <p key={label}>
            {label}: <b>{value || "–"}</b>
          </p>
        ))}
        {signature && <Drawing path={signature} />}
        <button type="button" className="quiet" onClick={() => window.print()}>
          Print or save as PDF
        </button>
      </details>
    </>
  );
};

export default SignPage;
