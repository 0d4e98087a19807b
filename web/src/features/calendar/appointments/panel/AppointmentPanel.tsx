import { useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import { useKeyFocus } from "../../../../ui/page/useKeyFocus.ts";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { useMobile } from "../../../../ui/theme/useMobile.ts";
import { PANEL_WIDTH } from "../../shared/layout.ts";
import { statusOf } from "../../shared/walks/walk.ts";
import { EditDrawer } from "../change/EditDrawer.tsx";
import { AppointmentActions } from "./AppointmentActions.tsx";
import { Content, Loading } from "./AppointmentContent.tsx";
import { AppointmentMenu } from "./AppointmentMenu.tsx";
import { outOfReach, useFirstName } from "./reach.ts";

type Props = {
  id: string;
  /** With whom it is, as the page behind shows it. */
  staffId?: string;
  onClose: () => void;
};

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
      <StatusChip tone={statusOf(appointment).tone}>{statusOf(appointment).label}</StatusChip>
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
