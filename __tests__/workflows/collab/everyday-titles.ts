/** Titles as people write them, with the type that each has; written before the rules were. */
// biome-ignore format: in one paragraph
export const everyday: Readonly<Record<'code' | 'bugfix' | 'task', readonly string[]>> = {
  code: [
    'Add dark mode to the settings page', 'Let admins impersonate a customer', 'Support two-factor authentication',
    'Show the last login on the profile page', 'Allow filtering invoices by status',
    'Import contacts from a vCard file', 'Send a weekly digest email', 'Paginate the audit log',
    'Cache the exchange rates for an hour', 'Extract the tax rules into their own module',
    'Rename Customer to Account everywhere', 'Replace moment with date-fns', 'Validate IBANs on the client',
    'Dark theme for the mobile app', 'Bulk delete for attachments', 'Make the search tolerant of typos',
    'Remember the column widths of a table', 'Introduce a retry queue for webhooks',
    'Translate the checkout into French', 'Speed up the dashboard query', 'Print a summary after each import',
    'Undo for deleted comments', 'Rewrite the parser without regular expressions',
    'Sort the product list by popularity', 'Webhook for order updates', 'Remove the legacy report endpoint',
  ],
  bugfix: [
    'Fix wrong totals in the monthly report', 'Crash when the cart is empty', 'Uploads time out on slow connections',
    'Password reset email is never sent', 'Date picker shows the wrong month in February',
    'Duplicate rows after a second import', 'App freezes while syncing', 'Search returns deleted products',
    'Session expires too early', 'Memory leak in the websocket server',
    'The back button does not work on the checkout page', 'Prices are rounded incorrectly',
    'Cannot save a draft without a title', '500 error on the invoices page',
    'Resolve the race condition in the job runner', 'Images are missing in exported PDFs',
    'Flaky test in the payments suite', 'Umlauts get garbled in file names', 'Correct the VAT rate for Austria',
  ],
  task: [
    'Upgrade Node to version 22', 'Configure log rotation on the server', 'Migrate the database to Postgres 16',
    'Renew the TLS certificate', 'Deploy the staging environment', 'Document the public API',
    'Publish the client library to npm', 'Rotate the production secrets', 'Install a linter for the stylesheets',
    'Write a runbook for incidents', 'Create a backup schedule for the database', 'Move the repository to GitHub',
    'Clean up unused feature flags', 'Bump all dependencies', 'Release version 2.0',
  ],
}
