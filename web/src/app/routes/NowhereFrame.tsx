import { Outlet } from "react-router";
import { later } from "../../ui/page/later.tsx";
import Inside from "../Inside.tsx";
import { type SessionState, useSession } from "../session/session.ts";

const AppShell = later(async () => (await import("../shell/AppShell.tsx")).default, null);

const atWork = (state: SessionState): boolean => state.status === "in" && state.business !== undefined;

/** Around an address that leads nowhere: whoever works here keeps what the server tells and the navigation; a stranger sees the words alone. */
export const NowhereInside = () => (useSession(atWork) ? <Inside /> : <Outlet />);
export const NowhereShell = () => (useSession(atWork) ? <AppShell /> : <Outlet />);
