import Box from "@mui/material/Box";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useState } from "react";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { usePreferences } from "../../ui/format/preferences.ts";
import { later } from "../../ui/page/later.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { useMobile } from "../../ui/theme/useMobile.ts";
import { CalendarTools, MapActions } from "./cards/bar/CalendarBar.tsx";
import { CalendarTitle } from "./cards/bar/CalendarTitle.tsx";
import { titleOf } from "./cards/bar/title.ts";
import { GridSkeleton } from "./cards/GridSkeleton.tsx";
import { DayMap } from "./day-route/DayMap.tsx";
import { useDayMap } from "./day-route/useDayMap.ts";
import { AppointmentPanel } from "./parts.tsx";
import { ConflictHost } from "./shared/conflicts/ConflictHost.tsx";
import { useMayEdit, usePlace } from "./shared/useCalendar.ts";

const RouteDrawer = later(async () => (await import("./day-route/RouteDrawer.tsx")).RouteDrawer);

/** /calendar/map_view: where everybody drives on a day, and the shorter way. */
const MapPage = () => {
  const asked = usePlace();
  const { date, staffIds, openId } = asked;
  const place = { ...asked, view: "day" as const, span: { from: date, to: date } };
  const { dateFormat } = usePreferences();
  const mobile = useMobile();
  const wide = useMediaQuery("(min-width: 1400px)", { noSsr: true });
  const mayEdit = useMayEdit();
  const day = useDayMap(date, staffIds);
  const [planning, setPlanning] = useState<string>();
  const planned = day.routes.find(({ staffId }) => staffId === planning);
  return (
    <PageFrame
      title={titleOf("day", place, wide ? "wide" : mobile ? "little" : "some", dateFormat)}
      windowTitle="Map"
      layout="fill"
      beside={<CalendarTitle place={place} cards={day.cards} />}
      actions={<MapActions place={place} staff={day.people} />}
    >
      <CalendarTools place={place} staff={day.people} map />
      <Box sx={{ flex: 1, minHeight: 0, display: "flex", position: "relative" }}>
        {day.failed ? (
          <ErrorState error={day.failed} onRetry={day.reload} />
        ) : day.loading ? (
          <GridSkeleton />
        ) : (
          <DayMap
            day={day}
            looked={`${date} ${staffIds.join(",")}`}
            openId={openId}
            onOpen={(appointment) => place.open({ appointment })}
            onPlan={mayEdit ? setPlanning : undefined}
          />
        )}
        {openId && <AppointmentPanel id={openId} onClose={() => place.close("appointment")} />}
      </Box>
      {planned && <RouteDrawer staffId={planned.staffId} name={planned.name} date={date} onClose={() => setPlanning(undefined)} />}
      <ConflictHost />
    </PageFrame>
  );
};

export default MapPage;
