import type { CountryOption, CurrencyOption } from "@leashline/proto/leashline/account/v1/business_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { browserZone, proposalsFor, zoneOfState } from "./guess.ts";

export type CompanyValues = {
  companyName: string;
  businessName: string;
  appType: string;
  phoneNumber: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
  currencyCode: string;
  timezoneName: string;
  careTypes: string[];
  staffCount: string;
  previousSoftware: string;
  goals: string[];
};

export type Options = { countries: CountryOption[]; currencies: CurrencyOption[]; timezones: string[] };
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 3, minWidth: 0 }}>
    <Typography component="legend" variant="h3" sx={{ mb: 1.25, p: 0 }}>
      {title}
    </Typography>
    <Box sx={{ display: "grid", gap: 1.75 }}>{children}</Box>
  </Box>
);

export const tile = (on: boolean) => ({
  display: "grid",
  justifyContent: "start",
  justifyItems: "start",
  textAlign: "left",
  gap: 0.25,
  p: 1.5,
  borderRadius: "10px",
  border: 1,
  borderColor: on ? "primary.main" : "edge",
  bgcolor: on ? "tone.accent.soft" : "background.paper",
  color: on ? "primary.main" : "text.primary",
  boxShadow: on ? "inset 0 0 0 1px currentColor" : "none",
});

export const two = { display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 };

/** The country proposes its currency, country and state the zone. What the person has chosen by hand stands. */
export const useProposals = (
  { getValues, setValue }: UseFormReturn<CompanyValues>,
  { countries }: Options,
  { country, state }: Pick<CompanyValues, "country" | "state">,
): void => {
  const proposed = useRef(getValues());
  useEffect(() => {
    const before = proposed.current;
    if (before.country === country && before.state === state) return;
    const next = before.country === country ? before : { ...before, ...proposalsFor(country, browserZone(), countries) };
    const timezoneName = zoneOfState(country, state) ?? next.timezoneName;
    proposed.current = { ...next, country, state, timezoneName };
    for (const name of ["currencyCode", "timezoneName"] as const)
      if (getValues(name) === before[name]) setValue(name, proposed.current[name]);
  }, [country, state, countries, getValues, setValue]);
};
