import { useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { pathTo } from "../../../../app/routes/paths.ts";
import { Avatar } from "../../../../ui/Avatar.tsx";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { useQueryState } from "../../../../ui/links/useQueryState.ts";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import { useKeyFocus } from "../../../../ui/page/useKeyFocus.ts";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { useMobile } from "../../../../ui/theme/useMobile.ts";
import { PANEL_WIDTH } from "../../shared/layout.ts";
import { statusWords, track } from "../../shared/status.ts";
import type { Appointment } from "../../shared/types.ts";
import { EditDrawer } from "../change/EditDrawer.tsx";
import { AppointmentActions } from "./AppointmentActions.tsx";
import { AppointmentInfo } from "./AppointmentInfo.tsx";
import { AppointmentLog } from "./AppointmentLog.tsx";
import { AppointmentMenu } from "./AppointmentMenu.tsx";
import { AppointmentNotes } from "./AppointmentNotes.tsx";
import { unsaved, useNoteDrafts } from "./note-drafts.ts";
import { outOfReach, useFirstName } from "./reach.ts";

type Props = {
  id: string;
  /** With whom it is, as the page behind shows it. */
  staffId?: string;
  onClose: () => void;
};

const parts = ["info", "notes", "log"] as const;
const start = { part: "info" };

/** A visit beside the calendar, which stays alive and in view; on a phone it fills the screen. */
export const AppointmentPanel = ({ id, staffId, onClose }: Props) => {
  const mobile = useMobile();
  const { data, error, refetch } = useQuery(AppointmentService.method.getAppointment, { id });
  const appointment = data?.appointment;
  const refused = outOfReach(error, useFirstName(staffId));
  const [editing, setEditing] = useState(false);
  const edit = () => setEditing(true);
  const beside = useRef<HTMLElement>(null);
  useKeyFocus(beside, id);
  useEscape(onClose, !mobile);
  const content =
    refused && !appointment ? (
      <Typography role="status" sx={{ p: 2.25 }}>
        {refused}
      </Typography>
    ) : error && !appointment ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : appointment ? (
      <Content key={appointment.id} appointment={appointment} onEdit={edit} />
    ) : (
      <Loading />
    );
  const head = appointment && (
    <>
      <StatusChip tone={statusWords[appointment.status].tone}>{statusWords[appointment.status].label}</StatusChip>
      <Typography color="textSecondary">#{appointment.id}</Typography>
      <AppointmentMenu appointment={appointment} onEdit={edit} onGone={onClose} />
    </>
  );
  const drawer = editing && <EditDrawer id={id} onClose={() => setEditing(false)} />;
  if (mobile)
    return (
      <SideDrawer
        open
        addressed
        title="Appointment"
        onClose={onClose}
        header={head}
        footer={appointment && <AppointmentActions appointment={appointment} />}
      >
        {content}
        {drawer}
      </SideDrawer>
    );
  return (
    <Box
      component="aside"
      ref={beside}
      tabIndex={-1}
      aria-label="Appointment"
      sx={{
        width: PANEL_WIDTH,
        flex: "none",
        display: "flex",
        flexDirection: "column",
        minHeight: 0,
        bgcolor: "background.paper",
        borderLeft: 1,
        borderColor: "line",
        outlineOffset: -2,
      }}
    >
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, px: 2.25, pt: 1.5 }}>
        <Box sx={{ display: "flex", alignItems: "center", gap: 1, flex: 1 }}>{head}</Box>
        <IconButton aria-label="Close the appointment" onClick={onClose} edge="end">
          <Icon name="close" />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflow: "auto" }}>{content}</Box>
      {appointment && (
        <Box sx={{ display: "flex", gap: 1, p: 1.5, px: 2.25, borderTop: 1, borderColor: "line" }}>
          <AppointmentActions appointment={appointment} />
        </Box>
      )}
      {drawer}
    </Box>
  );
};

const useEscape = (close: () => void, active: boolean): void => {
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]'))
        close();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [close, active]);
};

const Content = ({ appointment, onEdit }: { appointment: Appointment; onEdit: () => void }) => {
  const [{ part }, setState] = useQueryState(start);
  const tab = parts.find((one) => one === part) ?? start.part;
  const unwritten = useNoteDrafts((all) => unsaved(all[appointment.id], appointment) !== undefined);
  const name = `${appointment.customerFirstName} ${appointment.customerLastName}`.trim();
  return (
    <>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, px: 2.25, pt: 1 }}>
        <Avatar name={name} id={appointment.customerId} size={44} />
        <Box sx={{ minWidth: 0 }}>
          <TextLink
            to={pathTo("/client/:customerId", { customerId: appointment.customerId })}
            variant="h2"
            underline="hover"
            sx={{ color: "text.primary", overflowWrap: "anywhere" }}
          >
            {name}
          </TextLink>
          <Origin appointment={appointment} />
        </Box>
      </Box>
      <Track appointment={appointment} />
      <Tabs
        value={tab}
        onChange={(_, next: string) => setState({ part: next })}
        aria-label="Parts of the appointment"
        sx={{ px: 1.5, borderBottom: 1, borderColor: "line" }}
      >
        <Tab value="info" label="Info" />
        <Tab value="notes" label={unwritten ? "Comments and notes · not saved" : "Comments and notes"} />
        <Tab value="log" label="Log" />
      </Tabs>
      {tab === "info" && <AppointmentInfo appointment={appointment} onEdit={onEdit} />}
      {tab === "notes" && <AppointmentNotes appointment={appointment} />}
      {tab === "log" && <AppointmentLog appointment={appointment} />}
    </>
  );
};

const Origin = ({ appointment }: { appointment: Appointment }) => {
  const format = useFormat();
  const from = appointment.bookingRequestId !== "0" ? "Booked online" : "Booked";
  return (
    <Typography color="textSecondary" variant="body2">
      {from} {format.ago(appointment.createTime)}
    </Typography>
  );
};

/** How far the visit has come. */
const Track = ({ appointment }: { appointment: Appointment }) => {
  const at = track.indexOf(appointment.status as (typeof track)[number]);
  return (
    <Box
      component="ol"
      aria-label="Progress"
      sx={{ display: "grid", gridTemplateColumns: "repeat(4, 1fr)", gap: 0.5, listStyle: "none", m: 0, px: 2.25, pt: 1.25, pb: 1 }}
    >
      {track.map((status, index) => (
        <Box
          component="li"
          key={status}
          aria-current={index === at ? "step" : undefined}
          sx={{ fontSize: "0.85rem", color: index === at ? "primary.main" : "text.secondary", fontWeight: index === at ? 650 : 400 }}
        >
          <Box sx={{ height: 4, borderRadius: 2, bgcolor: index <= at ? "primary.main" : "line", mb: 0.5 }} />
          {statusWords[status].label}
        </Box>
      ))}
    </Box>
  );
};

const Loading = () => (
  <Box sx={{ p: 2.25, display: "grid", gap: 1.5 }} aria-busy="true" aria-label="Loading the appointment">
    <Skeleton width="60%" height={32} />
    <Skeleton height={20} />
    <Skeleton variant="rounded" height={140} />
  </Box>
);
