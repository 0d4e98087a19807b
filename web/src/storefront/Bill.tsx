import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { CareFees } from "../ui/price-unit.tsx";
import type { Draft } from "./draft.ts";
import { billOf, careFeesOf, petsText, servicesText } from "./money.ts";
import { PayWhen } from "./PayWhen.tsx";
import type { Shop } from "./types.ts";

/** Where prices hold their tax, a total says so. */
export const totalWord = ({ taxesIncluded }: Pick<Shop, "taxesIncluded">): string => (taxesIncluded ? "Total, incl. tax" : "Total");

/** Price, tax and what both come to, before the request is sent; nothing where the business shows no prices. */
export const Bill = ({ draft, shop }: { draft: Draft; shop: Shop }) => {
  const bill = billOf(draft, shop);
  if (!bill) return <PayWhen draft={draft} shop={shop} alone />;
  const added = [...bill.charges.map(({ name, amount }) => [name, amount]), ...(bill.tax ? [["Tax", bill.tax]] : [])];
  const rows = [...(added.length > 0 ? [["Price", bill.price], ...added] : []), [totalWord(shop), bill.total]];
  return (
    <Box role="group" aria-label="Price" sx={{ p: 2, bgcolor: "background.paper", border: 1, borderColor: "line", borderRadius: 1.75 }}>
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
    <Typography variant="subtitle1">{draft.kind === "stay" || draft.wait ? "" : billOf(draft, shop)?.total}</Typography>
  </Box>
);
