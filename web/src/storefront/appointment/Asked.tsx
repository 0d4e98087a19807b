import { ChangeRequestState, type LinkedAppointment } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import Alert from "@mui/material/Alert";
import { ago, type Business } from "./page.ts";

type Props = { business: Business; appointment: LinkedAppointment };

/** What became of a change that the client asked for, while that is still of use. */
export const Asked = ({ business, appointment: { askTime, askState, askAnswer } }: Props) => {
  const { businessName } = business;
  if (askTime && askState === ChangeRequestState.WAITING)
    return (
      <Alert severity="info">
        You asked for a change {ago(business, askTime)}. The appointment stands until {businessName} answers you.
      </Alert>
    );
  if (askState !== ChangeRequestState.DECLINED) return null;
  return (
    <Alert severity="info" sx={{ overflowWrap: "anywhere" }}>
      {businessName} cannot make the change you asked for. The appointment stands.
      {askAnswer && ` They wrote: “${askAnswer}”`}
    </Alert>
  );
};
