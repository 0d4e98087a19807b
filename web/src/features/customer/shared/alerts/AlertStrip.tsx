import { useQuery } from "@connectrpc/connect-query";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import Box from "@mui/material/Box";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { alertsOf, type Known } from "./alerts.ts";

/** Everything that warns about a client and their pets, in one strip; the same wherever it stands. Nothing when there is nothing. */
export const AlertStrip = ({ known, compact = false }: { known: Omit<Known, "codes">; compact?: boolean }) => {
  const format = useFormat();
  const carriesCodes = known.pets?.some(({ petCodeIds }) => petCodeIds.length > 0) ?? false;
  const settings = useQuery(PetSettingsService.method.getPetSettings, {}, { staleTime: LONG_STALE, enabled: carriesCodes });
  const alerts = alertsOf({ ...known, codes: settings.data?.petCodes ?? [] }, format);
  if (alerts.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label="Alerts"
      sx={{ listStyle: "none", m: 0, p: 0, display: "flex", flexWrap: "wrap", flexDirection: compact ? "row" : "column", gap: 0.5 }}
    >
      {alerts.map(({ id, tone, about, text }) => (
        <Box
          component="li"
          key={id}
          sx={{
            display: "flex",
            gap: 0.75,
            px: 1,
            py: compact ? 0 : 0.5,
            maxWidth: "100%",
            borderRadius: "8px",
            color: `tone.${tone}.main`,
            bgcolor: `tone.${tone}.soft`,
            overflowWrap: "anywhere",
          }}
        >
          <Icon name="warning" sx={{ width: 15, height: 15, mt: "3px", flex: "none" }} />
          <span>
            <b>{about}</b>: {text}
          </span>
        </Box>
      ))}
    </Box>
  );
};
