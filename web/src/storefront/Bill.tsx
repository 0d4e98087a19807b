import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { lazy, Suspense } from "react";
import { CareFees } from "../ui/price-unit.tsx";
import type { Draft } from "./draft.ts";
import { billOf, careFeesOf, petsText, servicesText } from "./money.ts";
import { PayWhen, useDeposit } from "./PayWhen.tsx";
import { isInClass } from "./stay/kind.ts";
import type { Shop } from "./types.ts";

const QuoteLines = lazy(() => import("./stay/QuoteLines.tsx"));

/** Where prices hold their tax, a total says so. */
export const totalWord = ({ taxesIncluded }: Pick<Shop, "taxesIncluded">): string => (taxesIncluded ? "Total, incl. tax" : "Total");

/** What it comes to on its days; the price is said once it is known whether they have another one than the services say. */
function useBill(draft: Draft, shop: Shop) {
  const { data, isPending, isPlaceholderData, isError } = useDeposit(draft, shop);
  if (isInClass(draft)) return { bill: billOf(draft, shop), lines: [], waits: false };
  const waits = isPending || isPlaceholderData;
  const bill = waits || isError ? undefined : billOf(draft, shop, data?.quote);
  return { bill, lines: data?.quote?.lines ?? [], waits: waits && billOf(draft, shop) !== undefined };
}

/** Price, tax and what both come to, before the request is sent; nothing where the business shows no prices. */
export const Bill = ({ draft, shop }: { draft: Draft; shop: Shop }) => {
  const { bill, lines, waits } = useBill(draft, shop);
  if (waits) return null;
  if (!bill) return <PayWhen draft={draft} shop={shop} alone />;
  const added = [...bill.charges.map(({ name, amount }) => [name, amount]), ...(bill.tax ? [["Tax", bill.tax]] : [])];
  const rows = [...(added.length > 0 && lines.length === 0 ? [["Price", bill.price], ...added] : added), [totalWord(shop), bill.total]];
  return (
    <Box role="group" aria-label="Price" sx={{ p: 2, bgcolor: "background.paper", border: 1, borderColor: "line", borderRadius: 1.75 }}>
      {lines.length > 0 && (
        <Suspense>
          <QuoteLines lines={lines} pets={draft.pets} shop={shop} />
        </Suspense>
      )}
      <Box component="dl" sx={{ m: 0 }}>
        {rows.map(([name, amount]) => (
          <Box key={name} sx={{ display: "flex", justifyContent: "space-between", fontWeight: name?.startsWith("Total") ? 650 : 400 }}>
            <Typography component="dt" sx={{ fontWeight: "inherit" }}>
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontWeight: "inherit" }}>
              {amount}
            </Typography>
          </Box>
        ))}
      </Box>
      <CareFees texts={careFeesOf(draft, shop)} />
      <PayWhen draft={draft} shop={shop} />
    </Box>
  );
};

/** What is asked for, in a line, and until when the time is kept. Whoever waits is told no total: it is priced when it is booked. */
export const Summary = ({ draft, shop, left }: { draft: Draft; shop: Shop; left: string }) => (
  <Box sx={{ display: "flex", justifyContent: "space-between", gap: 2, mb: 1.25 }}>
    <Typography color="textSecondary">
      {petsText(draft.pets)} · {servicesText(draft.pets, shop)}
      {left && ` · held for ${left}`}
    </Typography>
    {draft.kind !== "stay" && !draft.wait && <Total draft={draft} shop={shop} />}
  </Box>
);

const Total = ({ draft, shop }: { draft: Draft; shop: Shop }) => (
  <Typography variant="subtitle1">{useBill(draft, shop).bill?.total}</Typography>
);
