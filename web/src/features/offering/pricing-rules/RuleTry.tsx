import { useQuery } from "@connectrpc/connect-query";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { pricingFrom } from "@leashline/proto/rules/pricing-rules.ts";
import { priceStay } from "@leashline/proto/rules/stay-price.ts";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { addDays } from "../../../ui/format/dates.ts";
import { fromMinor, toMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../ui/inputs/TimeField.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { PriceParts } from "../../../ui/prices/PriceParts.tsx";
import { shownPart } from "../../../ui/prices/price-parts.ts";
import { RuleMonth } from "./RuleMonth.tsx";
import { draftRule, type Values } from "./rule-values.ts";

type Props = { control: Control<Values>; type: PricingRuleType; id: string; services: readonly Service[]; today: string };

/** When a stay begins and ends, in minutes; where the rule looks at the hours, it goes on to the evening until another time is said. */
const NOON = { start: 840, end: 660 };
const EVENING = { start: 840, end: 1080 };

/** What a stay would cost with the rule as it stands in the form, beside the rules that are active. */
export const RuleTry = ({ control, type, id, services, today }: Props) => {
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const values = useWatch({ control }) as Values;
  const list = useQuery(PricingRuleService.method.listPricingRules, { pageSize: 1000, activeOnly: true });
  const [chosen, setChosen] = useState("");
  const [pets, setPets] = useState(2);
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(addDays(today, 3));
  const byTheHour = type === PricingRuleType.MORE_THAN_24_HOURS;
  const [times, setTimes] = useState(byTheHour ? EVENING : NOON);
  const service = services.find((one) => one.id === chosen) ?? services[0];
  if (!service || !list.data) return null;
  const { rules, inSequence } = pricingFrom(list.data, toMinor);
  const others = rules.filter((rule) => rule.id !== id);
  const lines = Array.from({ length: pets }, (_, index) => ({
    petId: String(index + 1),
    serviceId: service.id,
    rate: toMinor(service.price),
    unit: service.priceUnit,
  }));
  const pricing = { rules: [...others, draftRule(values, type, currencyCode)], inSequence };
  const span = { from, to, ...times, firstVisit: type === PricingRuleType.FIRST_VISIT };
  const priced = to > from ? priceStay(lines, span, pricing) : [];
  const total = priced.reduce((sum, one) => sum + one.total, 0n);
  return (
    <Section title="Try it">
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "1.5fr 1fr 1fr 1fr" }, gap: 1.25 }}>
        <TextField select label="Service" value={service.id} onChange={({ target }) => setChosen(target.value)}>
          {services.map((one) => (
            <MenuItem key={one.id} value={one.id}>
              {one.name}
            </MenuItem>
          ))}
        </TextField>
        <TextField select label="Pets" value={String(pets)} onChange={({ target }) => setPets(Number(target.value))}>
          {["1", "2", "3", "4"].map((count) => (
            <MenuItem key={count} value={count}>
              {count}
            </MenuItem>
          ))}
        </TextField>
        <DateField label="Arrives" value={from} onChange={(date) => date && setFrom(date)} />
        <DateField label="Leaves" value={to} onChange={(date) => date && setTo(date)} error={to <= from} />
        {byTheHour && (
          <>
            <TimeField label="Arrives at" value={times.start} onChange={(start) => start !== undefined && setTimes({ ...times, start })} />
            <TimeField label="Leaves at" value={times.end} onChange={(end) => end !== undefined && setTimes({ ...times, end })} />
          </>
        )}
      </Box>
      {priced.map(({ parts }, index) => (
        <Box key={lines[index]?.petId} sx={{ mt: 1.25 }}>
          <Typography variant="subtitle2">Pet {index + 1}</Typography>
          <PriceParts parts={parts.map((part) => shownPart(part, currencyCode))} always />
        </Box>
      ))}
      <Typography sx={{ mt: 1, fontWeight: 650 }} role="status">
        Together {format.money(fromMinor(total, currencyCode))}
      </Typography>
      <RuleMonth today={today} now={{ rules: others, inSequence }} tried={pricing} />
    </Section>
  );
};
