import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import type { MoneyLike } from "../../ui/format/money.ts";
import { fromMinor, toMinor } from "../../ui/format/money.ts";
import { CareFees } from "../../ui/price-unit.tsx";
import { totalWord } from "../Bill.tsx";
import { useDraft } from "../draft.ts";
import { formatOf } from "../format.ts";
import { careFeesOf, chargesOf } from "../money.ts";
import { PayWhen } from "../PayWhen.tsx";
import type { Shop } from "../types.ts";
import QuoteLines, { QuoteRow } from "./QuoteLines.tsx";
import { useQuote } from "./useQuote.ts";

/** Price, tax and total of a stay, and how the price comes about; nothing where the business shows no prices. */
const StayBill = ({ shop, holding = false }: { shop: Shop; holding?: boolean }) => {
  const { data, error, isPending, isEnabled, isPlaceholderData } = useQuote(shop, holding);
  const draft = useDraft();
  const { pets } = draft;
  const money = (value: MoneyLike | undefined) => formatOf(shop).money(value);
  if (error) return <Alert severity="warning">{messageOf(error)}</Alert>;
  if ((isEnabled || holding) && isPending) return <Skeleton variant="rounded" height={120} />;
  if (!data || data.lines.length === 0) return <PayWhen draft={draft} shop={shop} alone />;
  const along = data.lines.filter(
    ({ pet, serviceId, stayDay }) => stayDay !== StayDay.UNSPECIFIED && !pets[pet]?.serviceIds.includes(serviceId),
  );
  const besides = along.map(({ pet, careType }) => ({ petId: String(pets[pet]?.key), careType }));
  const charges = chargesOf(draft, shop, besides);
  const tax = charges.reduce((sum, one) => sum + one.tax, toMinor(data.tax));
  const total = charges.reduce((sum, one) => sum + one.minor + one.tax, toMinor(data.total));
  return (
    <Box
      role="group"
      aria-label="Price"
      aria-busy={isPlaceholderData}
      sx={{
        p: 2,
        bgcolor: "background.paper",
        border: 1,
        borderColor: "line",
        borderRadius: 1.75,
        display: "grid",
        gap: 0.75,
        opacity: isPlaceholderData ? 0.5 : 1,
      }}
    >
      <QuoteLines lines={data.lines} pets={pets} shop={shop} />
      {charges.map(({ name, minor }) => (
        <QuoteRow key={name} name={name} amount={money(fromMinor(minor, shop.currencyCode))} />
      ))}
      {tax > 0n && <QuoteRow name="Tax" amount={money(fromMinor(tax, shop.currencyCode))} />}
      <QuoteRow name={totalWord(shop)} amount={money(fromMinor(total, shop.currencyCode))} strong />
      <CareFees texts={careFeesOf(draft, shop)} />
      <PayWhen draft={draft} shop={shop} />
    </Box>
  );
};

export default StayBill;
