import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PreAuthHint, PreAuthHintService } from "@leashline/proto/leashline/payment/v1/pre_auth_hint_service_pb.js";
import Alert from "@mui/material/Alert";
import { useState } from "react";

const words: Partial<Record<PreAuthHint, string>> = {
  [PreAuthHint.CREATE_TICKET]: "You can hold the amount on the client’s card ahead of the appointment, and take it at checkout.",
  [PreAuthHint.COF_SUCCEED]: "The money is held, not taken. Capture it at checkout; what you do not capture goes back to the client.",
  [PreAuthHint.COF_FAILED_OR_PAY_ONLINE]: "The bank refused the card. Use another card on file, or send the client a link to pay online.",
  [PreAuthHint.CHARGE_NO_SHOW_FEE]: "When a client does not come, you can charge the fee to their card on file.",
  [PreAuthHint.ADD_CARD]: "With a card on file you can hold the amount ahead of the appointment. Add a card to the client to begin.",
  [PreAuthHint.NON_PROVIDER_CHARGE_NO_SHOW_FEE]: "Without a card, the fee can be paid by link, in cash or by check.",
  [PreAuthHint.NON_PROVIDER_COF_FAILED]: "You can still take the payment another way at checkout.",
};

type Props = {
  /** Those that fit here; the first that is still to be shown is. */
  about: readonly PreAuthHint[];
};

/** A hint about holding money on cards, for staff to whom it is new. It is gone once it was read. */
export const PreAuthHints = ({ about }: Props) => {
  const { data, refetch } = useQuery(PreAuthHintService.method.getPreAuthOnboarding, {}, { meta: { quiet: true } });
  const count = useMutation(PreAuthHintService.method.countPreAuthHint, { meta: { quiet: true }, onSettled: () => void refetch() });
  const [read, setRead] = useState(false);
  const hint = about.find((one) => data?.onboarding?.shown.includes(one));
  if (hint === undefined || read) return null;
  return (
    <Alert
      severity="info"
      onClose={() => {
        setRead(true);
        count.mutate({ hint });
      }}
      closeText="Got it"
    >
      {words[hint]}
    </Alert>
  );
};
