import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { useParams, useSearchParams } from "react-router";
import { CardField } from "../../ui/card-field/CardField.tsx";
import { useCardField } from "../../ui/card-field/useCardField.ts";
import { errorCode, messageOf, outcomeUnknown } from "../../ui/feedback/call-errors.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { capitalise } from "../../ui/format/text.ts";
import { useTitle } from "../../ui/page/title.ts";
import { LinkFrame } from "../LinkFrame.tsx";

const NOT_AVAILABLE = 900010;
const NO_CARDS = 7011;

/** /payment/cof/client/{token}: a client leaves a card for later; nothing is charged. */
const CardPage = () => {
  const { "*": token = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery(PayLinkService.method.getLinkedCardForm, { token }, { meta: { quiet: true } });
  const save = useMutation(PayLinkService.method.saveLinkedCard, {
    meta: { quiet: true },
    onSuccess: ({ consentUrl }) => consentUrl && window.location.assign(consentUrl),
  });
  const field = useCardField(data?.cardKeys);
  const setupId = search.get("setup_intent");
  const asked = useRef(false);
  const { mutate } = save;
  useEffect(() => {
    if (!setupId || asked.current) return;
    asked.current = true;
    mutate({ token, setupId });
    setSearch({}, { replace: true });
  }, [setupId, token, mutate, setSearch]);
  const name = data?.business?.businessName ?? "";
  useTitle(name ? `Your card for ${name}` : "Add a card");
  const code = errorCode(error);
  if (code === NOT_AVAILABLE || code === NO_CARDS)
    return (
      <EmptyState
        icon="payment"
        title={code === NO_CARDS ? "Cards cannot be saved right now" : "This link does not work"}
        text={messageOf(error)}
      />
    );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const send = async () => {
    const paymentMethodToken = await field.read();
    if (paymentMethodToken === undefined) return;
    await save.mutateAsync({ token, paymentMethodToken }).catch((fault) => {
      if (!outcomeUnknown(fault)) field.spent();
    });
  };
  const kept = save.data?.cardLast4 ? save.data : undefined;
  return (
    <LinkFrame business={data?.business}>
      <Typography variant="display" component="h2" sx={{ fontSize: "1.5rem" }}>
        {kept ? "Your card is saved" : "Leave a card"}
      </Typography>
      {kept ? (
        <Alert severity="success">
          {name} keeps {capitalise(kept.cardBrand)} ·· {kept.cardLast4}. Nothing was charged.
        </Alert>
      ) : (
        <>
          <Typography>{name} may charge this card for your appointments. Nothing is charged now.</Typography>
          <CardField field={field} testMode={data?.cardKeys?.testMode ?? false} />
          {save.error && <Alert severity="error">{messageOf(save.error)}</Alert>}
          <Button
            variant="contained"
            color="primary"
            size="large"
            disabled={!field.complete}
            loading={field.reading || save.isPending}
            onClick={() => void send()}
            sx={{ minHeight: 52 }}
          >
            Save card
          </Button>
          <Typography variant="body2" color="textSecondary">
            Your card number goes to the card provider only.
          </Typography>
        </>
      )}
    </LinkFrame>
  );
};

export default CardPage;
