import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type Card, CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { EmptyState } from "../../../../ui/feedback/EmptyState.tsx";
import { capitalise } from "../../../../ui/format/text.ts";
import { DataList } from "../../../../ui/lists/DataList.tsx";
import type { Column } from "../../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import type { ClientDetail } from "../../../customer/shared/types.ts";
import { SendLink } from "../SendLink.tsx";
import { AddCard } from "./AddCard.tsx";
import { useNewCards } from "./useNewCards.ts";

const nameOf = ({ brand, last4 }: Card): string => `${capitalise(brand)} ·· ${last4}`;
const expiryOf = ({ expMonth, expYear }: Card): string => `${String(expMonth).padStart(2, "0")}/${expYear}`;

const keepers: Readonly<Record<string, string>> = { stripe: "Kept by Stripe", square: "Kept by Square" };
/** Why a card is not charged here. */
const whyElsewhere = (card: Card, vendor: string): string =>
  card.vendor === vendor ? "Other location" : (keepers[card.vendor] ?? "Other location");

const Marks = ({ card, vendor }: { card: Card; vendor: string }) => (
  <Box sx={{ display: "flex", gap: 0.5 }}>
    {card.isDefault && <StatusChip tone="ok">Default</StatusChip>}
    {!card.isValid && <StatusChip tone="bad">Expired</StatusChip>}
    {card.elsewhere && <StatusChip tone="plain">{whyElsewhere(card, vendor)}</StatusChip>}
  </Box>
);

/** The client's cards on file: which one is charged first, and which should go. */
export const Cards = ({ detail }: { detail: ClientDetail }) => {
  const customerId = detail.client?.customerId ?? "";
  const mayChange = useCan("takePayment");
  const cards = useQuery(CardService.method.listCards, { customerId });
  const changed = { onSuccess: () => void cards.refetch() };
  const makeDefault = useMutation(CardService.method.setDefaultCard, changed);
  const remove = useMutation(CardService.method.deleteCard, { ...changed, meta: { success: "Card deleted" } });
  const { keys, keep, vendor } = useNewCards();
  const busy = makeDefault.isPending || remove.isPending;
  const drop = async (card: Card) => {
    const sure = await confirm({
      title: `Delete ${nameOf(card)}?`,
      body: "It can no longer be charged. Payments made with it stay.",
      action: "Delete card",
      danger: true,
    });
    if (sure) remove.mutate({ customerId, cardId: card.cardId });
  };
  const actions = (card: Card) =>
    mayChange && (
      <Box sx={{ display: "flex", gap: 0.5, justifyContent: "flex-end" }}>
        {!card.isDefault && card.isValid && (
          <Button
            size="small"
            disabled={busy}
            aria-label={`Make ${nameOf(card)} the default`}
            onClick={() => makeDefault.mutate({ customerId, cardId: card.cardId })}
          >
            Make default
          </Button>
        )}
        <Button size="small" color="error" disabled={busy} aria-label={`Delete ${nameOf(card)}`} onClick={() => void drop(card)}>
          Delete
        </Button>
      </Box>
    );
  const columns: Column<Card>[] = [
    { key: "card", header: "Card", cell: nameOf, nowrap: true },
    { key: "name", header: "Name on card", cell: (card) => card.name || "–", wide: true },
    { key: "expires", header: "Expires", cell: expiryOf },
    { key: "marks", header: "", cell: (card) => <Marks card={card} vendor={vendor} /> },
    { key: "actions", header: "", align: "right", cell: actions },
  ];
  const [adding, setAdding] = useState(false);
  const link = useMutation(PayLinkService.method.createCardLink);
  const mayAdd = mayChange && keys !== undefined;
  return (
    <>
      {mayAdd && (
        <Box sx={{ display: "flex", gap: 1, mb: 1.5 }}>
          <Button variant="outlined" onClick={() => setAdding(true)}>
            Add a card
          </Button>
          {vendor === "stripe" && (
            <Button loading={link.isPending} onClick={() => link.mutate({ customerId })}>
              Send a card link
            </Button>
          )}
        </Box>
      )}
      {adding && keys && (
        <AddCard keys={keys} keep={(token) => keep(customerId, token)} onClose={() => setAdding(false)} onAdded={changed.onSuccess} />
      )}
      {link.data && (
        <SendLink
          title="Send a card link"
          help="The client leaves a card on their own phone, without signing in. Nothing is charged."
          url={link.data.url}
          customerId={customerId}
          orderId="0"
          onClose={() => link.reset()}
        />
      )}
      <DataList
        label="Cards on file"
        rows={cards.data?.cards}
        rowKey={(card) => card.cardId}
        columns={columns}
        card={(card) => (
          <Box sx={{ display: "grid", gap: 0.5 }}>
            <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
              <Typography variant="subtitle2">{nameOf(card)}</Typography>
              <Marks card={card} vendor={vendor} />
            </Box>
            <Typography variant="body2" color="textSecondary">
              Expires {expiryOf(card)}
            </Typography>
            {actions(card)}
          </Box>
        )}
        error={cards.error}
        onRetry={() => void cards.refetch()}
        empty={<EmptyState icon="payment" title="No card on file" text="A card can be kept on file when it is charged at checkout." />}
      />
    </>
  );
};
