import { useParams } from "react-router";
import NotInThisVersion from "../../../app/NotInThisVersion.tsx";
import { ApiKeys } from "./ApiKeys.tsx";
import { Connections } from "./Connections.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { Webhooks } from "./Webhooks.tsx";

/** What other programs and people may ask for by name; each says there where it stands. */
const CONNECTIONS = ["connections", "calendar", "googleCalendar", "accounting", "quickbooks", "reserve", "square", "stripe"];

/** /setting/integration/{panel?}/{subPanel?} */
const Integrations = () => {
  const { panel, subPanel } = useParams();
  if (panel === undefined || panel === "apiKeys") return <ApiKeys />;
  if (CONNECTIONS.includes(panel)) return <Connections />;
  if (panel !== "webhooks") return <NotInThisVersion />;
  return subPanel ? <Deliveries endpointId={subPanel} /> : <Webhooks />;
};

export default Integrations;
