import { useQuery } from "@connectrpc/connect-query";
import { PolicyChargeKind } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { type OnlineBookingSetting, OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { chargeOf } from "@leashline/proto/rules/booking-policy.ts";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type Control, useWatch } from "react-hook-form";
import { useLocations } from "../../../../app/session/session.ts";
import { choicesWith } from "../../../../ui/form/choices.ts";
import { FormSelect, FormText } from "../../../../ui/form/fields.tsx";
import { FormMoney } from "../../../../ui/form/more-fields.tsx";
import { moreThanZero, wholePercent } from "../../../../ui/format/checks/share.ts";
import { fromMinor, parseMoney, toMinor } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Section } from "../../../../ui/page/Section.tsx";
import { windowText } from "../../../../ui/policy/agreed-policy.ts";
import type { ServiceValues } from "../service-values.ts";
import { UNSET } from "./policy-values.ts";

const NOTICES = [0, 30, 60, 120, 240, 480, 720, 1440, 2880, 4320, 10_080];
const WINDOWS = [0, 2, 4, 12, 24, 48, 72, 168];
/** Half hours from six in the morning to nine in the evening. */
const STARTS = Array.from({ length: 31 }, (_, at) => 360 + at * 30);

const noticeText = (minutes: number): string => {
  if (minutes === 0) return "No notice";
  return minutes % 60 === 0 ? `${windowText(minutes / 60)} ahead` : `${minutes} minutes ahead`;
};
const changeText = (hours: number): string => (hours === 0 ? "Until it begins" : `Until ${windowText(hours)} before`);

/** What is left to the business, the usual choices, and the one that is set. */
const choices = (usual: readonly number[], set: string, unset: string, label: (one: number) => string) => [
  { value: UNSET, label: unset },
  ...choicesWith(usual, set === UNSET ? undefined : set, label),
];

type ChargeProps = { control: Control<ServiceValues>; name: "policy.fee" | "policy.deposit"; label: string; unset: string; none: string };

const ChargeFields = ({ control, name, label, unset, none }: ChargeProps) => {
  const { currencyCode } = usePreferences();
  const format = useFormat();
  const { kind, percent } = useWatch({ control, name });
  const price = toMinor(parseMoney(useWatch({ control, name: "price" }) || "0", currencyCode));
  const share = wholePercent(percent) ? 0n : chargeOf({ percent: Number(percent) }, price);
  const { NONE, AMOUNT, PERCENT } = PolicyChargeKind;
  const kinds = [
    { value: UNSET, label: unset },
    { value: String(NONE), label: none },
    { value: String(AMOUNT), label: "An amount" },
    { value: String(PERCENT), label: "A percentage of the price" },
  ];
  return (
    <>
      <FormSelect control={control} name={`${name}.kind`} label={label} options={kinds} />
      {kind === String(AMOUNT) && <FormMoney control={control} name={`${name}.amount`} label={`${label} amount`} check={moreThanZero} />}
      {kind === String(PERCENT) && (
        <FormText
          control={control}
          name={`${name}.percent`}
          label={`${label} in percent`}
          check={wholePercent}
          help={share > 0n ? `${format.money(fromMinor(share, currencyCode))} at the price above` : undefined}
          slotProps={{ htmlInput: { inputMode: "numeric" } }}
        />
      )}
      {[UNSET, String(NONE)].includes(kind) && <Box sx={{ display: { xs: "none", md: "block" } }} />}
    </>
  );
};

/** "Your location’s rule: 2 hours ahead"; of several locations, whichever it is. */
const ruleText = (rule: string | undefined, several: boolean): string => {
  if (several) return "Each location’s own rule";
  return rule ? `Your location’s rule: ${rule.charAt(0).toLowerCase()}${rule.slice(1)}` : "Your location’s rule";
};

const noticeOf = ({ noticeMinutes, stayNoticeHours }: OnlineBookingSetting, careType: string): string =>
  noticeText(careType === "BOARDING" ? stayNoticeHours * 60 : noticeMinutes);
const changeOf = ({ clientChanges, changeNoticeHours }: OnlineBookingSetting): string =>
  clientChanges ? changeText(changeNoticeHours) : "Only by asking you";

const two = { display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 };

type Props = { control: Control<ServiceValues>; careType: string };

/** What holds for booking this service online and for canceling it, where that is not what holds for the location. */
export const PolicyFields = ({ control, careType }: Props) => {
  const format = useFormat();
  const several = useLocations().length > 1;
  const policy = useWatch({ control, name: "policy" });
  const quiet = { meta: { quiet: true } };
  const setting = useQuery(OnlineBookingSettingService.method.getOnlineBookingSetting, {}, quiet).data?.setting;
  const byTime = ["GROOMING", "EVALUATION", "DOG_WALKING"].includes(careType);
  const notices = choices(NOTICES, policy.notice, ruleText(setting && noticeOf(setting, careType), several), noticeText);
  const windows = choices(WINDOWS, policy.window, ruleText(setting && changeOf(setting), several), changeText);
  return (
    <Section title="Booking policy">
      <Typography color="textSecondary" sx={{ mb: 1.75 }}>
        Clients read it before they book online, and it stays with their booking even if you change it here later.
      </Typography>
      <Box sx={two}>
        <FormSelect control={control} name="policy.notice" label="Book online at least" options={notices} />
        {byTime && (
          <FormSelect
            control={control}
            name="policy.latest"
            label="Start no later than"
            options={choices(STARTS, policy.latest, "Any time you are open", format.minutes)}
          />
        )}
        <FormSelect control={control} name="policy.window" label="Clients change or cancel" options={windows} />
        {byTime && <Box sx={{ display: { xs: "none", md: "block" } }} />}
        <ChargeFields
          control={control}
          name="policy.fee"
          label="Late cancellation fee"
          unset="Say nothing about a fee: you decide each time"
          none="Say there is no fee"
        />
        <ChargeFields
          control={control}
          name="policy.deposit"
          label="Prepaid deposit"
          unset="What the client’s payment group asks for"
          none="No deposit"
        />
      </Box>
      <Typography color="textSecondary" sx={{ mt: 1.75 }}>
        The deposit counts for clients whose payment group prepays. You charge the fee yourself when you cancel.
      </Typography>
    </Section>
  );
};
