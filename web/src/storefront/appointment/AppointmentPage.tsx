import { useQuery } from "@connectrpc/connect-query";
import { AppointmentLinkService } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { useParams } from "react-router";
import { errorCode, messageOf } from "../../ui/feedback/call-errors.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { useTitle } from "../../ui/page/title.ts";
import { LinkFrame } from "../LinkFrame.tsx";
import { AppointmentCard } from "./AppointmentCard.tsx";
import { Upcoming } from "./Upcoming.tsx";

const NOT_AVAILABLE = 900010;

/** /a/{token}: what a client opens from a message: their appointment, or all of theirs that lie ahead. */
const AppointmentPage = () => {
  const { token = "" } = useParams();
  const { data, error, refetch } = useQuery(AppointmentLinkService.method.getLinkedAppointment, { token }, { meta: { quiet: true } });
  const business = data?.business;
  useTitle(business ? `Your appointment at ${business.businessName}` : "Your appointment");
  if (errorCode(error) === NOT_AVAILABLE) return <EmptyState icon="calendar" title="This link does not work" text={messageOf(error)} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <LinkFrame business={business}>
      {data &&
        business &&
        (data.appointment ? (
          <AppointmentCard key={token} token={token} business={business} appointment={data.appointment} onChanged={() => void refetch()} />
        ) : (
          <Upcoming token={token} business={business} />
        ))}
    </LinkFrame>
  );
};

export default AppointmentPage;
