import { useQuery } from "@connectrpc/connect-query";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import type { Pricing } from "@leashline/proto/rules/stay-price.ts";
import Typography from "@mui/material/Typography";
import { addDays, isoToDay } from "../../../ui/format/dates.ts";
import { fromMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { compared } from "./month.ts";

const DAYS = 30;
const MOST = 1_000;

type Props = { today: string; now: Pricing; tried: Pricing };

/** What the rule would have made of the stays that began in the last thirty days. */
export const RuleMonth = ({ today, now, tried }: Props) => {
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const [startDate, endDate] = [isoToDay(addDays(today, -DAYS)), isoToDay(addDays(today, -1))];
  const { data } = useQuery(StayService.method.listPricedStays, { startDate, endDate, pageSize: MOST }, { meta: { quiet: true } });
  if (!data) return null;
  const { stays, before, after, dearer, cheaper } = compared(data.stays, now, tried);
  const money = (minor: bigint): string => format.money(fromMinor(minor, currencyCode));
  const difference =
    after === before ? "no difference" : `${money(after > before ? after - before : before - after)} ${after > before ? "more" : "less"}`;
  const text =
    stays === 0
      ? "No stay began in the last 30 days."
      : `${data.nextPageToken ? "First " : ""}${plural(stays, "stay")} of the last 30 days: ${money(before)} without this rule, ${money(after)} with it: ${difference}. ${dearer} more expensive, ${cheaper} cheaper.`;
  return (
    <Typography role="status" aria-label="Last 30 days" color="textSecondary" sx={{ mt: 1 }}>
      {text}
    </Typography>
  );
};
