import { useQuery } from "@connectrpc/connect-query";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { pricingFrom } from "@leashline/proto/rules/pricing-rules.ts";
import { priceVisit } from "@leashline/proto/rules/stay-price.ts";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { fromMinor, toMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { PriceParts } from "../../../ui/prices/PriceParts.tsx";
import { shownPart } from "../../../ui/prices/price-parts.ts";
import { draftRule, type Values } from "./rule-values.ts";

type Props = { control: Control<Values>; type: PricingRuleType; id: string; services: readonly Service[]; today: string };

/** What a visit of one day would cost with the rule as it stands in the form, beside the rules that are active. */
export const DayTry = ({ control, type, id, services, today }: Props) => {
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const values = useWatch({ control }) as Values;
  const list = useQuery(PricingRuleService.method.listPricingRules, { pageSize: 1000, activeOnly: true });
  const [chosen, setChosen] = useState("");
  const [pets, setPets] = useState(2);
  const [on, setOn] = useState<string>();
  const service = services.find((one) => one.id === chosen) ?? services[0];
  if (!service || !list.data) return null;
  const date = on ?? (values.ruleItems[0]?.startDate || today);
  const { rules, inSequence } = pricingFrom(list.data, toMinor);
  const pricing = { rules: [...rules.filter((rule) => rule.id !== id), draftRule(values, type, currencyCode)], inSequence };
  const { id: serviceId, careType, priceUnit: unit, duration } = service;
  const price = priceFor(toMinor(service.price), unit, duration);
  const lines = Array.from({ length: pets }, (_, index) => ({ petId: String(index + 1), serviceId, careType, unit, price }));
  const priced = priceVisit(lines, { date, firstVisit: type === PricingRuleType.FIRST_VISIT }, pricing);
  const total = priced.reduce((sum, one) => sum + one.total, 0n);
  const money = (minor: bigint) => format.money(fromMinor(minor, currencyCode));
  return (
    <Section title="Try it">
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "1.5fr 1fr 1fr" }, gap: 1.25 }}>
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
        <DateField label="Day" value={date} onChange={(day) => day && setOn(day)} />
      </Box>
      {priced.map(({ total: own, parts }, index) => (
        <Box key={lines[index]?.petId} sx={{ mt: 1.25 }}>
          <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
            <Typography variant="subtitle2">Pet {index + 1}</Typography>
            <Typography variant="subtitle2">{money(own)}</Typography>
          </Box>
          <PriceParts parts={parts.map((part) => shownPart(part, currencyCode))} />
        </Box>
      ))}
      <Typography sx={{ mt: 1, fontWeight: 650 }} role="status">
        Together {money(total)}
      </Typography>
    </Section>
  );
};
