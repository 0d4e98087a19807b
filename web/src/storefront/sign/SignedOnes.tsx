import type { BookingAgreement } from "@leashline/proto/leashline/online_booking/v1/agreement_signing_pb.js";
import { safeText } from "../../ui/format/safe-text.ts";
import type { SignedWith } from "../draft.ts";
import { Drawing } from "./Pad.tsx";
import { signedAs, takeBack } from "./to-sign.ts";

type Props = { agreements: readonly BookingAgreement[]; signed: readonly SignedWith[] };

/** What they have signed so far, to be read again. */
export const SignedOnes = ({ agreements, signed }: Props) => (
  <ul className="signed" aria-label="Signed">
    {agreements.map((agreement) => {
      const one = signedAs(signed, agreement);
      return one && <SignedOne key={agreement.agreementId} agreement={agreement} one={one} />;
    })}
  </ul>
);

const SignedOne = ({ agreement, one }: { agreement: BookingAgreement; one: SignedWith }) => (
  <li>
    <details>
      <summary>
        {agreement.agreementHeader}: signed by {one.signerName}
      </summary>
      <div className="text">{safeText(agreement.agreementContent)}</div>
      {one.inputs.map(({ label, value }) => (
        <p key={label}>
          {label}: <b>{value || "–"}</b>
        </p>
      ))}
      <Drawing path={one.signature} />
      <button type="button" className="quiet" onClick={() => takeBack(agreement.agreementId)}>
        Sign again
      </button>
    </details>
  </li>
);
