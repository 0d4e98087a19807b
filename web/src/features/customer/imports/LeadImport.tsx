import ImportPage from "./ImportPage.tsx";

/** /leads/import: a file whose new people come in as leads. */
const LeadImport = () => <ImportPage asLeads />;

export default LeadImport;
