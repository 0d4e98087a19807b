import { useQuery } from "@connectrpc/connect-query";
import { type Walk, WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { pathTo } from "../../app/routes/paths.ts";
import { useInfo } from "../../app/session/session.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { isoToDay } from "../../ui/format/dates.ts";
import { plural } from "../../ui/format/text.ts";
import { useFormat } from "../../ui/format/useFormat.ts";
import { DayArrows } from "../../ui/inputs/DayArrows.tsx";
import { LinkButton, TextLink } from "../../ui/links/Link.tsx";
import { useQueryChange } from "../../ui/links/over.ts";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { ScrollBox } from "../../ui/page/ScrollBox.tsx";
import { useMobile, useRoomy } from "../../ui/theme/useMobile.ts";
import { useKnown } from "../customer/shared/alerts/useKnown.ts";
import { AppointmentPanel } from "./parts.tsx";
import { ConflictHost } from "./shared/conflicts/ConflictHost.tsx";
import { useNow, useStaffNames } from "./shared/useCalendar.ts";
import { ReportDrawer } from "./walks/ReportDrawer.tsx";
import { WalkStop } from "./walks/WalkStop.tsx";
import { routesOf } from "./walks/walk-words.ts";

/** /calendar/walks: the walks of a day, walker by walker in the order they are walked; one's own first. */
const WalksPage = () => {
  const { query, set, open, close } = useQueryChange();
  const format = useFormat();
  const [mobile, roomy] = [useMobile(), useRoomy()];
  const now = useNow();
  const asked = query.get("date") ?? "";
  const date = isoToDay(asked) ? asked : now.date;
  const names = useStaffNames();
  const { staffId } = useInfo();
  const { data, error, refetch } = useQuery(
    WalkService.method.getDayWalks,
    { date: isoToDay(date)! },
    { placeholderData: keepPreviousData },
  );
  const walks = data?.walks ?? [];
  const knownOf = useKnown(walks.flatMap(({ appointment }) => appointment ?? []));
  const reported = walks.find(({ appointment }) => appointment?.id === query.get("walk"));
  const openId = query.get("appointment") ?? undefined;
  const arrows = <DayArrows date={date} today={now.date} onDate={(day) => set({ date: day === now.date ? undefined : day })} />;
  return (
    <PageFrame
      title={roomy ? format.longDay(date) : format.shortDay(date)}
      windowTitle="Dog walks"
      layout="fill"
      beside={!mobile && arrows}
      actions={
        !mobile && <LinkButton to={pathTo("/calendar/grooming", {}, { date, book: "1", careType: DOG_WALKING })}>Book a walk</LinkButton>
      }
    >
      <Box sx={{ flex: 1, minHeight: 0, display: "flex" }}>
        <ScrollBox>
          <Box sx={{ p: { xs: 1.5, md: 2.5 } }}>
            {mobile && arrows}
            {error && !data ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : !data ? (
              <RowsSkeleton />
            ) : walks.length === 0 ? (
              <EmptyState
                icon="paw"
                title="No walks on this day"
                text="Book a dog walking service, and the walk appears here for the walker."
              >
                <LinkButton to={pathTo("/setting/services/:panel?/:childPanel?", { panel: "dog_walking" })}>
                  Dog walking services
                </LinkButton>
              </EmptyState>
            ) : (
              routesOf(walks, staffId).map(({ walker, stops }) => (
                <Route key={walker} name={names.get(walker) ?? "No staff assigned"} stops={stops} walker={walker} date={date}>
                  {stops.map(({ walk, appointment }) => (
                    <WalkStop
                      key={appointment.id}
                      walk={walk}
                      appointment={appointment}
                      now={now}
                      known={knownOf(appointment)}
                      onReport={() => open({ walk: appointment.id })}
                      onOpen={() => open({ appointment: appointment.id })}
                    />
                  ))}
                </Route>
              ))
            )}
          </Box>
        </ScrollBox>
        {openId && <AppointmentPanel id={openId} onClose={() => close("appointment")} />}
      </Box>
      {reported?.appointment && (
        <ReportDrawer key={reported.appointment.id} walk={reported} appointment={reported.appointment} onClose={() => close("walk")} />
      )}
      <ConflictHost />
    </PageFrame>
  );
};

type RouteProps = { name: string; walker: string; date: string; stops: readonly { walk: Walk }[]; children: React.ReactNode };

const Route = ({ name, walker, date, stops, children }: RouteProps) => {
  const done = stops.filter(({ walk }) => walk.finishTime).length;
  return (
    <Box component="section" aria-label={`Walks of ${name}`} sx={{ maxWidth: 720, mt: 2 }}>
      <Box sx={{ display: "flex", alignItems: "baseline", gap: 1.5, flexWrap: "wrap" }}>
        <Typography variant="h2">{name}</Typography>
        <Typography color="textSecondary">{done === 0 ? plural(stops.length, "walk") : `${done} of ${stops.length} done`}</Typography>
        {Number(walker) > 0 && (
          <TextLink to={pathTo("/calendar/map_view", {}, { date, staff: walker })} sx={{ ml: "auto" }}>
            Route on the map
          </TextLink>
        )}
      </Box>
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0, mt: 1, display: "grid", gap: 1.125 }}>
        {children}
      </Box>
    </Box>
  );
};

export default WalksPage;
