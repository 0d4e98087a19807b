import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import type { StayQuoteLine } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { MoneyLike } from "../../ui/format/money.ts";
import { partText, signedMoney } from "../../ui/prices/price-parts.ts";
import type { Pet } from "../draft.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";

type Props = { lines: readonly StayQuoteLine[]; pets: readonly Pet[]; shop: Shop };

/** What each pet gets, and how its price comes about. */
const QuoteLines = ({ lines, pets, shop }: Props) => {
  const format = formatOf(shop);
  const money = (value: MoneyLike | undefined) => format.money(value);
  const severalDays = new Set(lines.map(({ date }) => date)).size > 1;
  return lines.map((line) => (
    <Box key={`${line.pet} ${line.serviceId} ${line.stayDay} ${line.date}`}>
      <QuoteRow
        name={[pets[line.pet]?.petName.trim(), line.serviceName, DAYS[line.stayDay], severalDays && format.shortDay(line.date)]
          .filter(Boolean)
          .join(" · ")}
        amount={money(line.price)}
      />
      {line.parts.map((part, index) => (
        <Typography
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a price are its order
          key={index}
          variant="body2"
          color="textSecondary"
          component="div"
          sx={{ m: 0, display: "flex", justifyContent: "space-between", gap: 1 }}
        >
          <span>{partText(part, money)}</span>
          {part.name !== "" && <span>{signedMoney(part.amount, money)}</span>}
        </Typography>
      ))}
    </Box>
  ));
};

/** On which day of the stay a service is that comes along. */
const DAYS: Partial<Record<StayDay, string>> = {
  [StayDay.FIRST]: "first day",
  [StayDay.LAST]: "last day",
  [StayDay.EVERY]: "every day",
};

export const QuoteRow = ({ name, amount, strong = false }: { name: string; amount: string; strong?: boolean }) => (
  <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1, fontWeight: strong ? 650 : 500 }}>
    <Typography component="span" sx={{ fontWeight: "inherit", minWidth: 0, overflowWrap: "anywhere" }}>
      {name}
    </Typography>
    <Typography component="span" sx={{ fontWeight: "inherit" }}>
      {amount}
    </Typography>
  </Box>
);

export default QuoteLines;
