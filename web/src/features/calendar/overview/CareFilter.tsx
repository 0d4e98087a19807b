import { useQuery } from "@connectrpc/connect-query";
import { DaycareService } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import type { OverviewStay, OverviewStayCount } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { isoToDay } from "../../../ui/format/dates.ts";
import { headsText } from "../shared/stay/daycare-text.ts";
import { goneText } from "../shared/stay/gone-text.ts";
import { stayParts } from "./today-tabs.ts";

const NAMES: Readonly<Record<string, string>> = {
  GROOMING: "Grooming",
  BOARDING: "Boarding",
  DAYCARE: "Daycare",
  EVALUATION: "Evaluation",
  DOG_WALKING: "Dog walking",
  GROUP_CLASS: "Group class",
};

type Props = {
  date: string;
  careTypes: readonly string[];
  chosen: string | undefined;
  onChoose: (careType: string | undefined) => void;
  /** Of the day's boarding. */
  stays: readonly OverviewStayCount[];
  stay: string | undefined;
  onStay: (name: string | undefined) => void;
};

/** One kind of care of the day, where it has several; who of the boarders arrives, leaves or sleeps here; and how full its daycare is. */
export const CareFilter = ({ date, careTypes, chosen, onChoose, stays, stay, onStay }: Props) => {
  const parts = stayParts.filter((part) => part.name === stay || countOf(stays, part.stay) > 0);
  if (careTypes.length < 2 && !careTypes.includes("DAYCARE") && !chosen && parts.length === 0) return null;
  const shown = chosen && !careTypes.includes(chosen) ? [...careTypes, chosen] : careTypes;
  return (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: 1,
        px: { xs: 1.5, md: 2.5 },
        pt: 1.5,
        maxWidth: 1100,
        mx: "auto",
      }}
    >
      {shown.length > 1 &&
        shown.map((careType) => {
          const on = careType === chosen;
          return (
            <Chip
              key={careType}
              label={NAMES[careType] ?? careType}
              color={on ? "primary" : "default"}
              aria-pressed={on}
              onClick={() => onChoose(on ? undefined : careType)}
            />
          );
        })}
      {parts.map((part) => (
        <Chip
          key={part.name}
          label={partText(part, stays)}
          color={part.name === stay ? "primary" : "default"}
          variant={part.name === stay ? "filled" : "outlined"}
          aria-pressed={part.name === stay}
          onClick={() => onStay(part.name === stay ? undefined : part.name)}
        />
      ))}
      {careTypes.includes("DAYCARE") && <Places date={date} />}
    </Box>
  );
};

/** "Departures 2 · 1 left, 1 still to leave". */
const partText = ({ label, stay }: (typeof stayParts)[number], stays: readonly OverviewStayCount[]): string => {
  const { pets = 0, petsGone = 0 } = stays.find((one) => one.stay === stay) ?? {};
  return [`${label} ${pets}`, petsGone > 0 && goneText(petsGone, pets - petsGone)].filter(Boolean).join(" · ");
};

const countOf = (stays: readonly OverviewStayCount[], stay: OverviewStay): number => stays.find((one) => one.stay === stay)?.pets ?? 0;

const Places = ({ date }: { date: string }) => {
  const day = isoToDay(date);
  const { data } = useQuery(DaycareService.method.getDaycareDays, { startDate: day, endDate: day }, { meta: { quiet: true } });
  const [known] = data?.days ?? [];
  if (!known) return null;
  return <Typography color="textSecondary">Daycare: {headsText(known)}</Typography>;
};
