import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Typography from "@mui/material/Typography";
import type { BusinessRef } from "../../../app/session/session.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { MoveButtons } from "../../../ui/lists/MoveButtons.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { timesText } from "./companies.ts";

type Props = {
  businesses: readonly BusinessRef[];
  chosenId: string | undefined;
  label: string;
  onChoose: (target: BusinessRef) => void;
  onMove: (from: number, to: number) => void;
};

/** The businesses of one company: a press opens one, arrows put them in order. */
export const BusinessCards = ({ businesses, chosenId, label, onChoose, onMove }: Props) => {
  const { clock } = usePreferences();
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
      {businesses.map((one, at) => (
        <Card component="li" key={one.id} sx={{ display: "flex", alignItems: "center", pr: 1 }}>
          <CardActionArea
            disabled={one.closedExcept !== undefined}
            onClick={() => onChoose(one)}
            sx={{ flex: 1, display: "flex", alignItems: "center", justifyContent: "flex-start", gap: 1.5, p: 1.5 }}
          >
            <Avatar name={one.name} id={one.id} size={40} />
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Typography variant="subtitle1" noWrap>
                {one.name}
              </Typography>
              {one.companyName !== one.name && <Typography color="textSecondary">{one.companyName}</Typography>}
              {one.closedExcept && (
                <Typography color="textSecondary">
                  You can sign in: {timesText(one.closedExcept, clock)}. Ask the owner for other times.
                </Typography>
              )}
            </Box>
            {one.closedExcept ? <StatusChip>Not now</StatusChip> : one.id === chosenId && <StatusChip tone="accent">Chosen</StatusChip>}
          </CardActionArea>
          {businesses.length > 1 && <MoveButtons name={one.name} at={at} count={businesses.length} onMove={onMove} />}
        </Card>
      ))}
    </Box>
  );
};
