import Alert from "@mui/material/Alert";
import Skeleton from "@mui/material/Skeleton";
import { useEffect } from "react";
import { errorFact, messageOf } from "../../ui/feedback/call-errors.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { capitalise } from "../../ui/format/text.ts";
import { Summary } from "../Bill.tsx";
import { choose, hasTime, useDraft } from "../draft.ts";
import { useDeposit } from "../PayWhen.tsx";
import { StepFrame } from "../steps/StepFrame.tsx";
import { useHold } from "../time/useHold.ts";
import { waitText, whenText } from "../time/when-text.ts";
import type { Shop } from "../types.ts";
import { useSend } from "../useSend.ts";
import { SignedOnes } from "./SignedOnes.tsx";
import { SignForm } from "./SignForm.tsx";
import "./sign-step.css";
import { hasChanged, keepSigned, keptInDraft, signedAs, takeBack, useToSign } from "./to-sign.ts";

const back = () => useDraft.setState({ step: "you" });
const BackButton = (
  <button type="button" className="ll-press ll-large" onClick={back}>
    Back
  </button>
);

/** Please read and sign: one text after the other, and then the request goes out. */
const SignStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const hold = useHold(shop);
  const { data, error, refetch } = useToSign(draft, shop);
  const { data: { payment } = {} } = useDeposit(draft, shop);
  const { send, pending, error: notSent } = useSend(shop, back);
  const refused = errorFact(notSent, "why") === "unfinished" ? errorFact(notSent, "agreementId") : undefined;
  useEffect(() => {
    if (refused) takeBack(refused);
  }, [refused]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={320} sx={{ m: 2.25 }} />;
  const { agreements } = data;
  const signed = draft.signing?.signed ?? [];
  const open = agreements.filter((one) => !signedAs(signed, one));
  const [next] = open;
  const waits = draft.wait !== undefined;
  const lost = !waits && !hasTime(draft);
  const left = waits ? "" : hold.left;
  const sends = waits ? "join the waitlist" : payment ? "continue to your card" : shop.autoAccept ? "book" : "send request";
  const alert = notSent && (refused || open.length === 0) && <Alert severity="error">{messageOf(notSent)}</Alert>;
  const lead = `${shop.businessName} asks you to read and sign ${agreements.length === 1 ? "this" : "these"} before you ${waits ? "join the waitlist" : "book"}.`;
  if (!next)
    return (
      <StepFrame
        title={agreements.length > 0 ? "All signed" : "Nothing to sign"}
        lead={waits ? waitText(draft, shop) : whenText(draft, shop)}
        onBack={back}
        onNext={() => (lost ? useDraft.setState({ step: "time" }) : send())}
        next={lost ? `${choose[draft.kind ?? "visit"]} again` : capitalise(sends)}
        missing={undefined}
        pending={pending || hold.pending}
        aside={<Summary draft={draft} shop={shop} left={left} />}
      >
        {alert}
        <div className="sign ll-signing">
          <SignedOnes agreements={agreements} signed={signed} />
        </div>
      </StepFrame>
    );
  const at = agreements.indexOf(next) + 1;
  return (
    <div className="ll-asked sign ll-signing">
      <h2 className="ll-display">Please read and sign</h2>
      <p className="ll-text ll-soft">
        {lead}
        {agreements.length > 1 && ` This is ${at} of ${agreements.length}.`}
        {left && ` Your time is held for ${left}.`}
      </p>
      <SignedOnes agreements={agreements} signed={signed} />
      <SignForm
        key={`${next.agreementId} ${next.contentHash}`}
        agreement={{ ...next, versionNumber: 0 }}
        keeping={keptInDraft(next)}
        Heading="h3"
        action={open.length > 1 || lost ? "Sign" : `Sign and ${sends}`}
        note={
          <>
            {alert}
            {hasChanged(signed, next) && (
              <Alert severity="warning">The text has changed since you signed it. Please read it again, then sign.</Alert>
            )}
          </>
        }
        back={BackButton}
        onSign={async (signing) => {
          keepSigned(next, signing);
          window.scrollTo(0, 0);
          if (open.length === 1 && !lost) send();
        }}
      />
    </div>
  );
};

export default SignStep;
