import { useQuery } from "@connectrpc/connect-query";
import { type ServiceArea, ServiceAreaService, type ZipcodeInfo } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { plural } from "../../../ui/format/text.ts";
import { zipcodesIn } from "./area-form.ts";

type Props = { text: string; areaId: string; areas: readonly ServiceArea[]; onChange: (text: string) => void };

const MOST_OFFERED = 8;
const whereOf = ({ city, state }: ZipcodeInfo) => [city, state].filter(Boolean).join(", ");
const whoOf = ({ clientCount }: ZipcodeInfo) => (clientCount > 0 ? plural(clientCount, "client") : "");

/** ZIP codes that go on from what is being typed, and what is known of those that stand there. */
export const ZipcodeHelp = ({ text, areaId, areas, onChange }: Props) => {
  const codes = zipcodesIn(text);
  const typed = /[\s,;]$/.test(text) ? "" : (codes.at(-1) ?? "");
  const kept = { placeholderData: keepPreviousData, retry: false };
  const search = useQuery(
    ServiceAreaService.method.searchZipcodes,
    { keyword: typed },
    { ...kept, enabled: typed.length >= 2 && typed.length <= 12 },
  );
  const asked = codes.filter((code) => code.length >= 2 && code.length <= 12);
  const details = useQuery(ServiceAreaService.method.getZipcodeDetails, { zipcodes: asked }, { ...kept, enabled: asked.length > 0 });
  const offered =
    typed.length < 2 ? [] : (search.data?.zipcodes ?? []).filter((one) => one.zipcode.startsWith(typed) && !codes.includes(one.zipcode));
  const known = (details.data?.zipcodes ?? []).filter((one) => codes.includes(one.zipcode));
  const elsewhere = (one: ZipcodeInfo) =>
    areas.filter((area) => area.areaId !== areaId && one.areaIds.includes(area.areaId)).map((area) => area.areaName);
  const take = (zipcode: string) => onChange(`${[...codes.slice(0, -1), zipcode].join(", ")}, `);
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      {offered.length > 0 && (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
          {offered.slice(0, MOST_OFFERED).map((one) => (
            <Chip
              key={one.zipcode}
              label={[one.zipcode, whereOf(one), whoOf(one)].filter(Boolean).join(" · ")}
              onClick={() => take(one.zipcode)}
            />
          ))}
        </Box>
      )}
      {known.map((one) => {
        const words = [whereOf(one), whoOf(one), elsewhere(one).length > 0 && `also in ${elsewhere(one).join(", ")}`]
          .filter(Boolean)
          .join(" · ");
        return (
          words && (
            <Typography key={one.zipcode} variant="body2" color="textSecondary">
              {one.zipcode}: {words}
            </Typography>
          )
        );
      })}
    </Box>
  );
};
