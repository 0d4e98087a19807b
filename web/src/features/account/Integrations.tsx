import { useParams } from "react-router";
import NotInThisVersion from "../../app/routes/NotInThisVersion.tsx";
import { Connections } from "../payment/settings/Connections.tsx";
import { ApiKeys } from "./api-keys/ApiKeys.tsx";
import { Deliveries } from "./webhooks/Deliveries.tsx";
import { Webhooks } from "./webhooks/Webhooks.tsx";

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
