"""Headless Chromium with a temporary profile, driven by WebDriver."""

import contextlib
import json
import shutil
import tempfile
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, ElementNotInteractableException
from selenium.common.exceptions import JavascriptException, StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

# The timeout of a wait, in seconds. Only a broken page takes this long.
TIMEOUT_S = 60
# Exceptions that may occur while a page is loaded or redrawn.
TRANSIENT = [JavascriptException, StaleElementReferenceException]


class Page:
    """A browser that shows a page. `size` is that of the window, and `flags` are passed to Chromium."""

    def __init__(self, address, size=(1280, 900), *flags):
        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--lang=en", f"--window-size={size[0]},{size[1]}", *flags):
            options.add_argument(word)
        options.binary_location = shutil.which("chromium")
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.frames = []
        self.requests = []
        self.address = address
        self.driver.get(address)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def until(self, condition, what):
        """Waits until `condition()` is true and returns its value. `what` describes the condition in error messages."""
        try:
            return WebDriverWait(self.driver, TIMEOUT_S, 0.02, TRANSIENT).until(lambda _: condition())
        except Exception as error:
            shot = Path(tempfile.gettempdir()) / "speltafel-page.png"
            self.driver.save_screenshot(str(shot))
            text = self.driver.find_element(By.TAG_NAME, "body").text
            console = [entry["message"] for entry in self.driver.get_log("browser")]
            raise AssertionError(f"timed out waiting for {what}; see {shot}\n{console}\n{text[:2000]}") from error

    def click(self, selector):
        self.until(lambda: self.try_click(self.driver.find_element(By.CSS_SELECTOR, selector)), f"a click on {selector}")

    @staticmethod
    def try_click(element):
        """Clicks an element with the pointer. Returns False if the element cannot be clicked now."""
        try:
            element.click()
            return True
        except (StaleElementReferenceException, ElementClickInterceptedException, ElementNotInteractableException):
            return False

    def press(self, key):
        """Sends a key to the element that has the focus."""
        ActionChains(self.driver).send_keys(key).perform()

    def has(self, selector):
        return bool(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def says(self, selector, part):
        """Waits until the text of an element contains `part`."""
        self.until(lambda: part in self.text(selector), f"{part!r} in {selector}")

    def text(self, selector):
        # The tuple is true even if the text is empty. An element that is redrawn meanwhile is read again.
        read = lambda: (self.driver.find_element(By.CSS_SELECTOR, selector).text,)
        return self.until(read, f"the text of {selector}")[0]

    def value(self, selector):
        """Waits until a field is not empty and returns its value."""
        read = lambda: self.driver.find_element(By.CSS_SELECTOR, selector).get_attribute("value")
        return self.until(read, f"a value of {selector}")

    @contextlib.contextmanager
    def downloads(self):
        """A temporary folder to which the browser saves files."""
        with tempfile.TemporaryDirectory() as folder:
            self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
            yield Path(folder)

    def read_log(self):
        """Reads the events since the last call: appends received WebSocket frames to `frames`, and requested
        addresses to `requests`."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.webSocketFrameReceived":
                self.frames.append(message["params"]["response"]["payloadData"])
            elif message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])

    def browser_errors(self):
        """Returns the messages of all errors in the browser console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
