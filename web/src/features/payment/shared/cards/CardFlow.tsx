import { useQuery } from "@connectrpc/connect-query";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import Alert from "@mui/material/Alert";
import { pathTo } from "../../../../app/routes/paths.ts";
import { capitalise } from "../../../../ui/format/text.ts";
import { LinkButton } from "../../../../ui/links/Link.tsx";

/** A client's bill, or the page where they leave a card. */
const PAY_LINK = /https?:\/\/\S+\/(p|payment\/cof\/client)\/\S/;
export const hasPayLink = (text: string): boolean => PAY_LINK.test(text);

/** After a text with a payment link: what card the client has on file now, and the way to ask for one. */
export const CardFlow = ({ customerId }: { customerId: string }) => {
  const { data } = useQuery(CardService.method.listCards, { customerId }, { meta: { quiet: true }, staleTime: 0 });
  if (!data) return null;
  const card = data.cards.find(({ isValid }) => isValid);
  return (
    <Alert
      severity="info"
      action={
        <LinkButton size="small" to={pathTo("/client/:customerId/creditCards", { customerId })}>
          Cards on file
        </LinkButton>
      }
    >
      Payment link sent. {card ? `${capitalise(card.brand)} ·· ${card.last4} is on file.` : "No card is on file yet."}
    </Alert>
  );
};
