import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { forgetVisitorToken, keepVisitorToken, visitorToken } from "../storefront/confirm/visitor.ts";
import { forgetDraft } from "../storefront/draft.ts";
import { LinkFrame } from "../storefront/LinkFrame.tsx";
import { cameFrom } from "../storefront/own-place.ts";
import { errorCode, messageOf } from "../ui/feedback/call-errors.ts";
import { EmptyState } from "../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../ui/feedback/ErrorState.tsx";
import { useTitle } from "../ui/page/title.ts";
import { Home } from "./Home.tsx";
import { SignIn } from "./SignIn.tsx";

const NOT_AVAILABLE = 900010;
const NOT_CONFIRMED = 900012;

/** /ol/{name}/me: a pet parent's own place. Who is not signed in, signs in; a place that was left open too long asks for a code again. */
const PortalPage = () => {
  const name = (useParams().bookOnlineName ?? "").toLowerCase();
  const [token, setToken] = useState(() => visitorToken(name));
  const [personId, setPersonId] = useState("0");
  const session = { bookOnlineName: name, visitorToken: token, personId };
  const place = useQuery(PortalService.method.getPortal, { session }, { enabled: token !== "", meta: { quiet: true } });
  const ended = errorCode(place.error) === NOT_CONFIRMED;
  const outside = token === "" || ended;
  const door = useQuery(PortalService.method.getPortalDoor, { bookOnlineName: name }, { enabled: outside, meta: { quiet: true } });
  const leaving = useMutation(PortalService.method.signOutOfPortal, { meta: { quiet: true } });
  const error = outside ? door.error : place.error;
  const business = outside ? door.data?.business : place.data?.business;
  const known = place.data?.business?.businessName;
  useEffect(() => {
    if (known) cameFrom({ name, businessName: known });
  }, [name, known]);
  useTitle(business ? `Your visits at ${business.businessName}` : "Your visits");

  const enter = (fresh: string) => {
    keepVisitorToken(name, fresh);
    setToken(fresh);
  };
  const leave = () => {
    const forget = () => {
      forgetVisitorToken(name);
      forgetDraft();
      setPersonId("0");
      setToken("");
    };
    leaving.mutate({ session }, { onSuccess: forget });
  };
  if (errorCode(error) === NOT_AVAILABLE) return <EmptyState icon="calendar" title="There is nothing here" text={messageOf(error)} />;
  if (error && !business) return <ErrorState error={error} onRetry={() => void (outside ? door.refetch() : place.refetch())} />;
  return (
    <LinkFrame business={business} isOwnPlace>
      {business && outside && <SignIn name={name} business={business} again={ended} onSignedIn={enter} />}
      {business && !outside && place.data && (
        <Home
          session={session}
          business={business}
          place={place.data}
          onPerson={setPersonId}
          onChanged={() => void place.refetch()}
          onLeave={leave}
          leaving={leaving.isPending}
          notLeft={leaving.error}
        />
      )}
    </LinkFrame>
  );
};

export default PortalPage;
