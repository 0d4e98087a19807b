import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { formatDuration } from "../../../ui/format/duration.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { formatDistance } from "../shared/signs/distance.ts";
import type { Place } from "./mercator.ts";
import type { ShownRoute, ShownStop } from "./routes-shown.ts";

type Props = {
  routes: readonly ShownRoute[];
  openId: string | undefined;
  /** What cannot be seen on the map is not asked to be shown there. */
  onShow: (place: Place) => void;
  onOpen: (appointmentId: string) => void;
  /** Not there for whoever may not move appointments. */
  onPlan: ((staffId: string) => void) | undefined;
};

/** The stops of the day beside the map: each person's in order, with the way to each. */
export const RouteList = ({ routes, onPlan, ...stops }: Props) => {
  const { distanceUnit } = usePreferences();
  return (
    <Box sx={{ overflowY: "auto", p: { xs: 1.5, md: 2 }, display: "grid", gap: 2.5, alignContent: "start" }}>
      {routes.map((route) => (
        <Box component="section" key={route.staffId} aria-label={route.name}>
          <Box sx={{ display: "flex", alignItems: "center", gap: 1, mb: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="subtitle1" component="h2" noWrap>
                {route.van ? `${route.name} · ${route.van}` : route.name}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {driveWords(route, distanceUnit)}
              </Typography>
            </Box>
            {onPlan && route.stops.length > 1 && (
              <Button variant="outlined" size="small" onClick={() => onPlan(route.staffId)} sx={{ flex: "none" }}>
                Shorten the drive
              </Button>
            )}
          </Box>
          <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 0.75 }} style={route.style}>
            {route.stops.map((stop) => (
              <Stop key={stop.key} stop={stop} {...stops} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
};

const driveWords = ({ minutes, miles }: ShownRoute, unit: "mi" | "km"): string =>
  minutes > 0 ? `${formatDuration(minutes)} of driving · ${formatDistance(miles, unit)}` : "No driving known";

type StopProps = Pick<Props, "openId" | "onShow" | "onOpen"> & { stop: ShownStop };

const Stop = ({ stop, openId, onShow, onOpen }: StopProps) => {
  const format = useFormat();
  const { place } = stop;
  return (
    <Box
      component="li"
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1,
        border: 1,
        borderColor: stop.id === openId ? "primary.main" : "line",
        borderRadius: 1.25,
        bgcolor: "background.paper",
      }}
    >
      <Button
        variant="text"
        color="inherit"
        onClick={() => onOpen(stop.id)}
        sx={{ flex: 1, minWidth: 0, justifyContent: "flex-start", textAlign: "left", gap: 1.25, py: 0.75, fontWeight: 400 }}
      >
        <Box
          aria-hidden
          sx={{
            flex: "none",
            width: 28,
            height: 28,
            borderRadius: "50%",
            display: "grid",
            placeItems: "center",
            fontWeight: 700,
            color: "var(--c)",
            bgcolor: "var(--cs)",
          }}
        >
          {stop.number}
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" noWrap>
            {[stop.client, stop.pets].filter(Boolean).join(" · ")}
          </Typography>
          <Typography variant="body2" color="textSecondary" noWrap>
            {[format.range(stop.startTime, stop.endTime), wayWords(stop)].filter(Boolean).join(" · ")}
          </Typography>
        </Box>
      </Button>
      {place && (
        <IconButton aria-label={`Show ${stop.client} on the map`} onClick={() => onShow(place)}>
          <Icon name="pin" />
        </IconButton>
      )}
    </Box>
  );
};

const wayWords = ({ minutes }: ShownStop): string => (minutes === undefined ? "drive not known" : `${minutes} min drive`);
