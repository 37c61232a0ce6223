const mostTries = 3;

/** A node with too much to do names the seconds after which to ask again; it has done nothing then. */
export async function fetchUnlessBusy(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, init);
    const seconds = Number(response.headers.get('retry-after'));
    if (response.status !== 503 || !seconds || tries === mostTries) return response;
    const ms = (seconds + Math.random()) * 1000;
    await new Promise((done) => setTimeout(done, ms));
  }
}
